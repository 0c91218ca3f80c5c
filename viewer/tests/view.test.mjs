// Starts `cuttle view` and uses its page as a person would; then knocks at its doors as others
// would. Machines may be slow: every wait has an end, and nothing else depends on the clock.
//   CUTTLE_BINARY: the program; CUTTLE_MODELS: folder of the models
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";
import { launchBrowser, openPage } from "./browser.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "../..");
const binary = process.env.CUTTLE_BINARY ?? join(project, "build/release/bin/cuttle");
const arm = join(dirname(fileURLToPath(import.meta.url)), "view_arm.yaml");
const models = process.env.CUTTLE_MODELS ?? join(project, "models");

const patience = 20_000; // [ms] for one thing to happen
const limit = { timeout: 60_000 }; // [ms] for a test
const test = (name, body) => nodeTest(name, limit, body);
const sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

// a test that failed may leave programs behind
const running = new Set();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/// The program with one model; `url` is the line that it prints.
async function view(file, ...options) {
  const child = spawn(binary, ["view", file, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += text;
  });
  const ended = new Promise((resolve) => {
    child.on("exit", (code) => resolve(code));
    child.on("error", (error) => resolve(error.message)); // there is no such program
  });
  ended.then(() => running.delete(child));
  const late = setTimeout(() => child.kill("SIGKILL"), patience);
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(new URL(text.split("\n")[0]));
    });
    ended.then((code) => reject(new Error(`ended with ${code}: ${errors}`)));
  }).finally(() => clearTimeout(late));
  const stop = async () => {
    child.kill("SIGINT");
    const stuck = setTimeout(() => child.kill("SIGKILL"), 10_000); // then the exit code is null
    const code = await ended;
    clearTimeout(stuck);
    return code;
  };
  return { url, port: Number(url.port), token: url.searchParams.get("token"), stop };
}

/// Bytes over a socket, the way no browser would send them; the whole answer as text.
function raw(port, text, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host });
    let answer = "";
    socket.setTimeout(patience, () => socket.destroy(new Error("no answer")));
    socket.on("data", (part) => {
      answer += part;
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    socket.write(text);
  });
}

/// A socket that listens to events, and a promise of the first bytes.
function listen({ port, token }) {
  const socket = connect({ port, host: "127.0.0.1" });
  const first = new Promise((resolve, reject) => {
    socket.setTimeout(patience, () => socket.destroy(new Error("no events")));
    socket.on("error", reject);
    socket.once("data", (part) => resolve(String(part)));
  });
  first.catch(() => {}); // whoever waits for it hears of it
  socket.write(`GET /events?token=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return { socket, first };
}

const ask = ({ port }, path, headers = [], method = "GET", body = "") => {
  const named = headers.some((line) => /^host:/i.test(line));
  const given = named ? headers : [`Host: 127.0.0.1:${port}`, ...headers];
  const ends = ["Connection: close", `Content-Length: ${body.length}`];
  return raw(port, [`${method} ${path} HTTP/1.1`, ...given, ...ends, "", body].join("\r\n"));
};
const post = (live, body) => ask(live, `/command?token=${live.token}`, [], "POST", body);
const status = (answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const open = async (browser, url, options = {}) => {
  const allowed = new RegExp(`^(${url.origin.replaceAll(".", "\\.")}/|data:|blob:)`);
  const tab = await openPage(browser, url.href, { offline: false, allowed, ...options });
  tab.page.setDefaultTimeout(patience);
  return tab;
};
const until = (page, check, argument) =>
  page.waitForFunction(check, argument, { timeout: patience });
const untilNumber = (page, key, value) =>
  until(
    page,
    ([name, text]) =>
      document.querySelector(`[data-key="${name}"] input[type=number]`).value === text,
    [key, value],
  );
const tip = (page, body) => page.evaluate((name) => window.cuttle.tip(name), body);
const untilMoved = (page, from, way) =>
  until(
    page,
    ([old, far]) => Math.hypot(...window.cuttle.tip("arm").map((v, i) => v - old[i])) > far,
    [from, way],
  );
const untilHeld = (page, held) =>
  until(
    page,
    (on) => document.querySelector('[data-key="hold.shoulder"] input[type=range]').disabled !== on,
    held,
  );
const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

describe("the page", () => {
  let browser, folder, live, tab;
  const file = () => join(folder, "arm.yaml");
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "cuttle-view-"));
    cpSync(arm, file());
    browser = await launchBrowser();
    live = await view(file());
    tab = await open(browser, live.url);
  }, limit);
  after(async () => {
    await browser?.close();
    await live?.stop();
    rmSync(folder, { recursive: true });
  }, limit);

  test("shows the model before any run", async () => {
    const { page } = tab;
    assert.equal(await page.evaluate(() => window.cuttle.mode()), "initial");
    // the arm hangs straight down: 0.6 m - 0.04 - 0.03 - 0.4
    const [x, y, z] = await tip(page, "arm");
    assert.ok(Math.hypot(x, y) < 1e-6 && Math.abs(z - 0.13) < 1e-4, `${x} ${y} ${z}`);
    await page.click("#tab-Bodies");
    const rows = await page.locator("#page-Bodies tbody tr").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.match(rows[2], /arm\s+rod\s+shoulder\s+fixed\s+11\s+0\.529/);
    await page.click("#tab-Controls");
  });

  test("a slider moves the tip while it is dragged", async () => {
    const { page } = tab;
    const slider = page.locator('[data-key="cables.pull.tension"] input[type=range]');
    const before = await tip(page, "arm");
    const box = await slider.boundingBox();
    await page.mouse.move(box.x + box.width / 4, box.y + box.height / 2);
    await page.mouse.down();
    const seen = [];
    for (const part of [0.6, 0.8, 0.97]) {
      await page.mouse.move(box.x + part * box.width, box.y + box.height / 2, { steps: 4 });
      await untilMoved(page, seen.at(-1) ?? before, 0.001);
      seen.push(await tip(page, "arm"));
    }
    await page.mouse.up();
    await untilMoved(page, before, 0.02);
    assert.equal(await page.evaluate(() => window.cuttle.mode()), "statics");
    // the program agrees with the slider, and gives it back
    const row = page.locator('[data-key="cables.pull.tension"]');
    assert.ok(await row.evaluate((node) => node.classList.contains("turned")));
    await row.locator("button").click();
    await untilNumber(page, "cables.pull.tension", "2");
  });

  test("gravity pulls where its sliders say", async () => {
    const { page } = tab;
    const read = () => page.locator('[data-key="gravity.size"] input[type=number]').inputValue();
    assert.equal(await read(), "9.81");
    const before = await tip(page, "arm");
    const tilt = page.locator('[data-key="gravity.tilt"] input[type=number]');
    await tilt.fill("90");
    await tilt.press("Enter");
    await until(page, (old) => window.cuttle.tip("arm")[0] > old + 0.02, before[0]);
    assert.match(await page.locator(".gravity-vector").innerText(), /^\(9\.81, 0, /);
    await page.getByText("Reset all").click();
    const vector = page.locator(".gravity-vector").filter({ hasText: "9.81)" });
    await vector.waitFor();
  });

  test("a held joint stays and follows its slider", async () => {
    const { page } = tab;
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await untilHeld(page, true);
    const field = page.locator('[data-key="hold.shoulder"] input[type=number]');
    await field.fill("0.5");
    await field.press("Enter");
    // the flange is 30 mm from the joint
    await until(page, () => {
      const [x, y] = window.cuttle.stage.bodyPosition("arm");
      return Math.abs(Math.hypot(x, y) - 0.03 * Math.sin(0.5)) < 1e-4;
    });
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await untilHeld(page, false);
  });

  test("a model that changes while it is fetched is fetched again", async () => {
    const { page } = tab;
    let asked = 0;
    await page.route("**/scene?*", async (route) => {
      const response = await route.fetch();
      // the answer to the first question is old when it arrives
      if (++asked === 1) {
        const wish = '{"command": "free_joint", "body": "shoulder"}';
        assert.equal(status(await post(live, wish)), 200);
        await sleep(500);
      }
      await route.fulfill({ response });
    });
    await post(live, '{"command": "hold_joint", "body": "shoulder", "value": 0.1}');
    for (const start = Date.now(); asked < 2 && Date.now() - start < patience; ) await sleep(50);
    await untilHeld(page, false);
    await page.unroute("**/scene?*");
    assert.equal(asked, 2);
  });

  test("a scene that does not come is fetched again", async () => {
    const init = () => {
      const real = window.fetch;
      let broken = true;
      window.fetch = (...request) => {
        if (!broken) return real(...request);
        broken = false;
        return Promise.reject(new TypeError("the line is broken"));
      };
    };
    const { page, context, problems } = await open(browser, live.url, { init });
    await until(page, () => window.cuttle.tip("arm") !== null);
    await page.getByText("The program does not answer").waitFor({ state: "hidden" });
    assert.deepEqual(problems, []);
    await context.close();
  });

  test("the motion runs, pauses and goes back", async () => {
    const { page } = tab;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await until(page, () => window.cuttle.time() > 0.5);
    const early = await tip(page, "arm");
    await until(page, () => window.cuttle.time() > 1.2);
    assert.ok(distance(await tip(page, "arm"), early) > 0.005);
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await until(page, () => !window.cuttle.playing());
    const [t, place] = [await page.evaluate(() => window.cuttle.time()), await tip(page, "arm")];
    await sleep(300);
    assert.equal(await page.evaluate(() => window.cuttle.time()), t);
    assert.deepEqual(await tip(page, "arm"), place);
    await page.keyboard.press("r");
    await until(page, () => window.cuttle.time() === 0 && window.cuttle.mode() === "initial");
  });

  test("the page follows the file, and shows what is wrong with it", async () => {
    const { page } = tab;
    const good = readFileSync(file(), "utf8");
    writeFileSync(file(), good.replace("length: 0.4\n", "length: 0.5\n"));
    await until(page, () => Math.abs(window.cuttle.tip("arm")[2] - 0.03) < 1e-4);

    const line = good.split("\n").findIndex((text) => text.includes("material: silicone")) + 1;
    writeFileSync(file(), good.replace("material: silicone", "material: silicon"));
    await until(page, () => window.cuttle.error());
    const text = await page.evaluate(() => window.cuttle.error());
    assert.match(text, new RegExp(`arm\\.yaml:${line}:\\d+: error: `));
    assert.match(text, /hint: did you mean 'silicone'/);
    assert.ok(await page.getByText("did you mean").isVisible());
    // the last good scene is still there
    assert.ok(Math.abs((await tip(page, "arm"))[2] - 0.03) < 1e-4);

    writeFileSync(file(), good);
    await until(page, () => !window.cuttle.error());
    await until(page, () => Math.abs(window.cuttle.tip("arm")[2] - 0.13) < 1e-4);
    assert.ok(!(await page.getByText("did you mean").isVisible()));
  });

  test("a data file that is missing is noticed when it comes", async () => {
    const { page } = tab;
    const good = readFileSync(file(), "utf8");
    writeFileSync(file(), good.replace("tension: 1,", "tension: {csv: pull.csv, column: pull},"));
    await until(page, () => window.cuttle.error()?.includes("pull.csv"));
    writeFileSync(join(folder, "pull.csv"), "t,pull\n0,3\n10,3\n");
    await until(page, () => !window.cuttle.error());
    await untilNumber(page, "cables.side.tension", "3");
    writeFileSync(join(folder, "pull.csv"), "t,pull\n0,4.5\n10,4.5\n");
    await untilNumber(page, "cables.side.tension", "4.5");
    writeFileSync(file(), good);
    await untilNumber(page, "cables.side.tension", "1");
  });

  test("several pages see the same", async () => {
    const other = await open(browser, live.url);
    await tab.page.evaluate(() => window.cuttle.setInput("cables.side.tension", 7));
    for (const { page } of [other, tab]) await untilNumber(page, "cables.side.tension", "7");
    assert.ok(distance(await tip(other.page, "arm"), await tip(tab.page, "arm")) < 1e-6);
    assert.deepEqual(other.problems, []);
    await other.context.close();
  });

  test("nothing went wrong in the console, nothing was asked of other hosts", () => {
    assert.deepEqual(tab.problems, []);
  });

  test("a body that nothing holds has no equilibrium, and the page says so", async (t) => {
    const free = await view(join(models, "free_body.yaml"));
    t.after(() => free.stop());
    const { page, context } = await open(browser, free.url);
    const size = page.locator('[data-key="gravity.size"] input[type=number]');
    await size.fill("9.81");
    await size.press("Enter");
    await until(page, () => window.cuttle.status()?.includes("no equilibrium"));
    assert.ok(await page.getByText("The initial state is shown").isVisible());
    const place = await page.evaluate(() => window.cuttle.stage.bodyPosition("body"));
    assert.ok(distance(place, [0, 0, 0]) < 1e-9);
    await context.close();
  });

  test("the page says when the program has ended", async () => {
    const short = await view(join(models, "pendulum.yaml"));
    const { page, context } = await open(browser, short.url);
    assert.equal(await short.stop(), 0);
    await page.getByText("The program does not answer").waitFor({ state: "visible" });
    await context.close();
  });
});

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
