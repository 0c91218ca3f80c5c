// Knocks at the doors of `cuttle view` as others would.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { after, before, describe } from "node:test";
import { ask, limit, listen, models, patience } from "../support/view_program.mjs";
import { post, raw, sleep, status, test, view } from "../support/view_program.mjs";

describe("the doors", () => {
  let live;
  before(async () => {
    live = await view(join(models, "pendulum.yaml"));
  }, limit);
  after(async () => {
    await live?.stop();
  }, limit);
  const routes = ["/", "/scene", "/events", "/command", "/nothing", "/../../etc/passwd"];

  test("the token has 128 bits and is new every time", async () => {
    assert.match(live.token, /^[0-9a-f]{32,}$/);
    const other = await view(join(models, "pendulum.yaml"));
    assert.notEqual(other.token, live.token);
    assert.notEqual(other.port, live.port);
    await other.stop();
  });

  test("403 without the right token", async () => {
    const { token } = live;
    const wrong = token.replace(/.$/, (c) => (c === "0" ? "1" : "0"));
    const queries = ["", ...["", wrong, `${token}0`, token.slice(1)].map((t) => `?token=${t}`)];
    for (const route of routes)
      for (const query of queries)
        assert.equal(status(await ask(live, route + query)), 403, route + query);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
      assert.equal(status(await ask(live, "/command", [], method)), 403, method);
  });

  test("403 for another host or origin, whatever the token", async () => {
    const path = `/scene?token=${live.token}`;
    const { port } = live;
    const answer = async (...headers) => status(await ask(live, path, headers));
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${port + 1}`,
      `0.0.0.0:${port}`,
      "",
    ])
      assert.equal(await answer(`Host: ${host}`), 403, host);
    assert.equal(await answer(`Host: 127.0.0.1:${port}`, "Host: evil.example"), 403);
    for (const origin of [
      "http://evil.example",
      "null",
      `https://127.0.0.1:${port}`,
      "http://127.0.0.1",
      `http://127.0.0.1:${port}.evil.example`,
    ])
      assert.equal(await answer(`Origin: ${origin}`), 403, origin);
    assert.equal(await answer(), 200);
    assert.equal(await answer(`Host: localhost:${port}`, `Origin: http://localhost:${port}`), 200);
  });

  test("404 for everything that is not one of the four routes", async () => {
    for (const path of [
      "/nothing",
      "/../../etc/passwd",
      "/../../../../../../etc/passwd",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/..%2f..%2fetc%2fpasswd",
      "//etc/passwd",
      "/scene/..",
      "/scene/",
      "/pendulum.yaml",
    ]) {
      const answer = await ask(live, `${path}?token=${live.token}`);
      assert.equal(status(answer), 404, path);
      assert.ok(!answer.includes("root:"), path);
    }
    assert.equal(status(await ask(live, `/command?token=${live.token}`)), 404);
    assert.equal(status(await ask(live, `/?token=${live.token}`, [], "POST")), 404);
  });

  test("400 with a reason for commands that make no sense; 413 for too long ones", async () => {
    for (const [body, reason] of [
      ["", "not JSON"],
      ["{", "not JSON"],
      ["[1]", "object"],
      ["{}", "'command' is missing"],
      ['{"command": "plya"}', "did you mean 'play'"],
      ['{"command": "set_input", "name": "x", "value": 1}', "no such input"],
      ['{"command": "set_input", "name": "x", "value": "1"}', "must be a number"],
      ['{"command": "set_gravity", "value": [0, 0]}', "three numbers"],
      ['{"command": "set_speed", "value": -1}', "speed"],
      ['{"command": "hold_joint", "body": "bib", "value": 0}', "no joint"],
    ]) {
      const answer = await post(live, body);
      assert.equal(status(answer), 400, body);
      assert.ok(answer.includes(reason), `${body}: ${answer}`);
    }
    assert.equal(status(await post(live, `{"command": "${"x".repeat(50_000)}"}`)), 413);
    assert.equal(status(await post(live, '{"command": "pause"}')), 200);
  });

  test("headers keep the page to itself", async () => {
    const answer = await ask(live, `/?token=${live.token}`);
    const head = answer.slice(0, answer.indexOf("\r\n\r\n"));
    const policy = /^Content-Security-Policy: (.*)$/m.exec(head)[1];
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /connect-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.ok(!/https?:|\*/.test(policy), policy);
    assert.match(head, /^Cache-Control: no-store\r?$/m);
    assert.match(head, /^X-Content-Type-Options: nosniff\r?$/m);
    assert.match(head, /^Referrer-Policy: no-referrer\r?$/m);
  });

  test("listens on the loopback address only", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter(({ internal }) => !internal);
    for (const host of ["::1", "127.0.0.2", ...outside.map(({ address }) => address)])
      await assert.rejects(raw(live.port, "GET / HTTP/1.0\r\n\r\n", host), host);
    const table = readFileSync("/proc/net/tcp", "utf8");
    const hex = live.port.toString(16).toUpperCase().padStart(4, "0");
    const listening = table.split("\n").filter((line) => line.includes(`:${hex} 00000000:0000 0A`));
    assert.equal(listening.length, 1);
    assert.match(listening[0], new RegExp(`0100007F:${hex} `));
  });

  test("a port can be asked for; one that is taken is refused", async () => {
    await assert.rejects(
      view(join(models, "pendulum.yaml"), "--port", String(live.port)),
      /ended with 2: .*port \d+ is not free\n {2}hint/s,
    );
    const free = live.port + 1 < 65536 ? live.port + 1 : live.port - 1;
    const other = await view(join(models, "pendulum.yaml"), "--port", String(free));
    assert.equal(other.port, free);
    await other.stop();
  });

  test("a model that is wrong is refused at once", async () => {
    await assert.rejects(view(join(models, "nothing.yaml")), /ended with 2: .*nothing\.yaml/s);
  });

  test("readers that go away free their places", async () => {
    // more than the program has threads, one after the other
    for (let i = 0; i < 40; ++i) {
      // a place is free once the program has tried to write to who went away
      let answer = 0;
      for (const start = Date.now(); answer !== 200 && Date.now() - start < patience; ) {
        const { socket, first } = listen(live);
        answer = status(await first);
        socket.destroy();
        if (answer === 503) await sleep(100);
      }
      assert.equal(answer, 200, `stream ${i}`);
    }
    assert.equal(status(await ask(live, `/scene?token=${live.token}`)), 200);
  });

  test("a slow reader misses frames instead of piling them up", async (t) => {
    const moving = await view(join(models, "hybrid_arm.yaml"));
    t.after(() => moving.stop());
    assert.equal(status(await post(moving, '{"command": "play"}')), 200);
    const { socket } = listen(moving);
    t.after(() => socket.destroy());
    let [bytes, text] = [0, ""];
    socket.on("data", (part) => {
      bytes += part.length;
      text = (text + part).slice(-200_000);
    });
    const newest = () => Number([...text.matchAll(/"t":([\d.]+)/g)].at(-1)?.[1] ?? 0);
    const untilTime = async (time) => {
      for (const start = Date.now(); newest() < time && Date.now() - start < patience; )
        await sleep(20);
      assert.ok(newest() >= time, `${newest()} s of ${time} s`);
    };
    await untilTime(0.5);
    const [some, before] = [bytes, newest()];
    socket.pause();
    await sleep(4000);
    bytes = 0;
    socket.resume();
    await sleep(50);
    // no more than the buffers of the two sockets hold, far less than what was made meanwhile
    const waited = bytes;
    assert.ok(waited < 1e6, `${waited} bytes waited, ${some} came in ${before} s`);
    await untilTime(before + 2);
    t.diagnostic(`${some} bytes in ${before} s, ${waited} after a pause of four`);
  });

  test("Ctrl-C ends it within a moment, with pages open", async () => {
    const other = await view(join(models, "pendulum.yaml"));
    const { socket, first } = listen(other);
    await first;
    const start = Date.now();
    assert.equal(await other.stop(), 0);
    assert.ok(Date.now() - start < 5000, `${Date.now() - start} ms`);
    socket.destroy();
  });
});
