// Starts `cuttle view` and uses its page as a person would; then knocks at its doors as others would.
//   CUTTLE_BINARY: the program; CUTTLE_MODELS: folder of the models
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchBrowser, openPage } from "./browser.mjs";

const project = join(dirname(fileURLToPath(import.meta.url)), "../..");
const binary = process.env.CUTTLE_BINARY ?? join(project, "build/release/bin/cuttle");
const arm = join(dirname(fileURLToPath(import.meta.url)), "view_arm.yaml");
const models = process.env.CUTTLE_MODELS ?? join(project, "models");

/** The program with one model; `url` is the line that it prints. */
async function view(file, ...options) {
  const child = spawn(binary, ["view", file, ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (text) => { errors += text; });
  const ended = new Promise((resolve) => {
    child.on("exit", (code) => resolve(code));
    child.on("error", (error) => resolve(error.message)); // there is no such program
  });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
      if (text.includes("\n")) resolve(new URL(text.split("\n")[0]));
    });
    ended.then((code) => reject(new Error(`ended with ${code}: ${errors}`)));
  });
  const stop = async () => {
    child.kill("SIGINT");
    const late = setTimeout(() => child.kill("SIGKILL"), 10_000); // then the exit code is null
    const code = await ended;
    clearTimeout(late);
    return code;
  };
  return { url, port: Number(url.port), token: url.searchParams.get("token"), stop };
}

/** Bytes over a socket, the way no browser would send them; the whole answer as text. */
function raw(port, text, host = "127.0.0.1") {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host });
    let answer = "";
    socket.setTimeout(4000, () => socket.destroy(new Error("no answer")));
    socket.on("data", (part) => { answer += part; });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
    socket.write(text);
  });
}

const ask = ({ port }, path, headers = [], method = "GET", body = "") => {
  const given = headers.some((line) => /^host:/i.test(line)) ? headers : [`Host: 127.0.0.1:${port}`, ...headers];
  return raw(port, `${method} ${path} HTTP/1.1\r\n${given.join("\r\n")}\r\nConnection: close\r\n`
    + `Content-Length: ${body.length}\r\n\r\n${body}`);
};
const status = (answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const open = (browser, url, options = {}) => openPage(browser, url.href, {
  offline: false, allowed: new RegExp(`^(${url.origin.replaceAll(".", "\\.")}/|data:|blob:)`), ...options });
const until = (page, check, argument) => page.waitForFunction(check, argument, { timeout: 10_000 });
const tip = (page, body) => page.evaluate((name) => window.cuttle.tip(name), body);
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
  });
  after(async () => {
    await browser?.close();
    await live?.stop();
    rmSync(folder, { recursive: true });
  });

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
      await until(page, (old) => Math.hypot(...window.cuttle.tip("arm").map((v, i) => v - old[i])) > 0.001, seen.at(-1) ?? before);
      await page.waitForTimeout(100);
      seen.push(await tip(page, "arm"));
    }
    await page.mouse.up();
    assert.equal(await page.evaluate(() => window.cuttle.mode()), "statics");
    assert.ok(distance(seen[2], before) > 0.02, `${seen[2]}`);
    // the program agrees with the slider, and gives it back
    assert.ok(await page.locator('[data-key="cables.pull.tension"]').evaluate((row) => row.classList.contains("turned")));
    await page.locator('[data-key="cables.pull.tension"] button').click();
    await until(page, () => document.querySelector('[data-key="cables.pull.tension"] input[type=number]').value === "2");
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
    await until(page, () => document.querySelector(".gravity-vector").textContent.includes("9.81)"));
  });

  test("a held joint stays and follows its slider", async () => {
    const { page } = tab;
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await until(page, () => !document.querySelector('[data-key="hold.shoulder"] input[type=range]').disabled);
    const field = page.locator('[data-key="hold.shoulder"] input[type=number]');
    await field.fill("0.5");
    await field.press("Enter");
    await until(page, () => Math.abs(window.cuttle.stage.bodyPosition("arm")[0]) > 0.01);
    // the flange is 30 mm from the joint
    const flange = await page.evaluate(() => window.cuttle.stage.bodyPosition("arm"));
    assert.ok(Math.abs(Math.hypot(flange[0], flange[1]) - 0.03 * Math.sin(0.5)) < 1e-4, `${flange}`);
    await page.locator('[data-key="hold.shoulder"] input[type=checkbox]').click();
    await until(page, () => document.querySelector('[data-key="hold.shoulder"] input[type=range]').disabled);
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
    await page.waitForTimeout(300);
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
    await until(page, () => !window.cuttle.error() && Math.abs(window.cuttle.tip("arm")[2] - 0.13) < 1e-4);
    assert.ok(!(await page.getByText("did you mean").isVisible()));
  });

  test("several pages see the same", async () => {
    const other = await open(browser, live.url);
    await tab.page.evaluate(() => window.cuttle.setInput("cables.side.tension", 7));
    await until(other.page, () => document.querySelector('[data-key="cables.side.tension"] input[type=number]').value === "7");
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
    assert.ok(distance(await page.evaluate(() => window.cuttle.stage.bodyPosition("body")), [0, 0, 0]) < 1e-9);
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
  before(async () => { live = await view(join(models, "pendulum.yaml")); });
  after(async () => { await live?.stop(); });
  const routes = ["/", "/scene", "/events", "/command", "/nothing", "/../../etc/passwd"];

  test("the token has 128 bits and is new every time", async () => {
    assert.match(live.token, /^[0-9a-f]{32,}$/);
    const other = await view(join(models, "pendulum.yaml"));
    assert.notEqual(other.token, live.token);
    assert.notEqual(other.port, live.port);
    await other.stop();
  });

  test("403 without the right token", async () => {
    const wrong = live.token.replace(/.$/, (c) => (c === "0" ? "1" : "0"));
    for (const route of routes)
      for (const query of ["", "?token=", `?token=${wrong}`, `?token=${live.token}0`, `?token=${live.token.slice(1)}`])
        assert.equal(status(await ask(live, route + query)), 403, route + query);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"])
      assert.equal(status(await ask(live, "/command", [], method)), 403, method);
  });

  test("403 for another host or origin, whatever the token", async () => {
    const path = `/scene?token=${live.token}`;
    const { port } = live;
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.1:${port + 1}`, `0.0.0.0:${port}`, ""])
      assert.equal(status(await ask(live, path, [`Host: ${host}`])), 403, host);
    assert.equal(status(await ask(live, path, [`Host: 127.0.0.1:${port}`, "Host: evil.example"])), 403);
    for (const origin of ["http://evil.example", "null", `https://127.0.0.1:${port}`, "http://127.0.0.1", `http://127.0.0.1:${port}.evil.example`])
      assert.equal(status(await ask(live, path, [`Origin: ${origin}`])), 403, origin);
    assert.equal(status(await ask(live, path)), 200);
    assert.equal(status(await ask(live, path, [`Host: localhost:${port}`, `Origin: http://localhost:${port}`])), 200);
  });

  test("404 for everything that is not one of the four routes", async () => {
    for (const path of ["/nothing", "/../../etc/passwd", "/../../../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                        "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/scene/..", "/scene/", "/pendulum.yaml"]) {
      const answer = await ask(live, `${path}?token=${live.token}`);
      assert.equal(status(answer), 404, path);
      assert.ok(!answer.includes("root:"), path);
    }
    assert.equal(status(await ask(live, `/command?token=${live.token}`)), 404);
    assert.equal(status(await ask(live, `/?token=${live.token}`, [], "POST")), 404);
  });

  test("400 with a reason for commands that make no sense; 413 for too long ones", async () => {
    const post = (body) => ask(live, `/command?token=${live.token}`, [], "POST", body);
    for (const [body, reason] of [["", "not JSON"], ["{", "not JSON"], ["[1]", "object"], ["{}", "'command' is missing"],
      ['{"command": "plya"}', "did you mean 'play'"], ['{"command": "set_input", "name": "x", "value": 1}', "no such input"],
      ['{"command": "set_input", "name": "x", "value": "1"}', "must be a number"],
      ['{"command": "set_gravity", "value": [0, 0]}', "three numbers"], ['{"command": "set_speed", "value": -1}', "speed"],
      ['{"command": "hold_joint", "body": "bib", "value": 0}', "no joint"]]) {
      const answer = await post(body);
      assert.equal(status(answer), 400, body);
      assert.ok(answer.includes(reason), `${body}: ${answer}`);
    }
    assert.equal(status(await post(`{"command": "${"x".repeat(50_000)}"}`)), 413);
    assert.equal(status(await post('{"command": "pause"}')), 200);
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
    const outside = Object.values(networkInterfaces()).flat().filter(({ internal }) => !internal).map(({ address }) => address);
    for (const host of ["::1", "127.0.0.2", ...outside])
      await assert.rejects(raw(live.port, "GET / HTTP/1.0\r\n\r\n", host), host);
    const table = readFileSync("/proc/net/tcp", "utf8");
    const hex = live.port.toString(16).toUpperCase().padStart(4, "0");
    const listening = table.split("\n").filter((line) => line.includes(`:${hex} 00000000:0000 0A`));
    assert.equal(listening.length, 1);
    assert.match(listening[0], new RegExp(`0100007F:${hex} `));
  });

  test("a port can be asked for; one that is taken is refused", async () => {
    await assert.rejects(view(join(models, "pendulum.yaml"), "--port", String(live.port)),
                         /ended with 2: .*port \d+ is not free\n {2}hint/s);
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
      const answer = await new Promise((resolve, reject) => {
        const socket = connect({ port: live.port, host: "127.0.0.1" });
        socket.on("error", reject);
        socket.once("data", (part) => { socket.destroy(); resolve(String(part)); });
        socket.write(`GET /events?token=${live.token} HTTP/1.1\r\nHost: 127.0.0.1:${live.port}\r\n\r\n`);
      });
      assert.equal(status(answer), 200, `stream ${i}`);
      if (i % 8 === 7) await new Promise((resolve) => { setTimeout(resolve, 700); });
    }
    assert.equal(status(await ask(live, `/scene?token=${live.token}`)), 200);
  });

  test("a slow reader misses frames instead of piling them up", async (t) => {
    const moving = await view(join(models, "hybrid_arm.yaml"));
    t.after(() => moving.stop());
    assert.equal(status(await ask(moving, `/command?token=${moving.token}`, [], "POST", '{"command": "play"}')), 200);
    const socket = connect({ port: moving.port, host: "127.0.0.1" });
    t.after(() => socket.destroy());
    let [bytes, text] = [0, ""];
    socket.on("data", (part) => { bytes += part.length; text = (text + part).slice(-200_000); });
    socket.write(`GET /events?token=${moving.token} HTTP/1.1\r\nHost: 127.0.0.1:${moving.port}\r\n\r\n`);
    const wait = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
    const newest = () => Number([...text.matchAll(/"t":([\d.]+)/g)].at(-1)?.[1]);
    await wait(1000);
    const [second, before] = [bytes, newest()];
    assert.ok(before > 0.2, `the motion runs: ${before}`);
    socket.pause();
    await wait(4000);
    bytes = 0;
    socket.resume();
    await wait(50);
    // no more than the buffers of the two sockets hold, far less than what was made meanwhile
    assert.ok(bytes < 1e6, `${bytes} bytes waited, ${second} come in a second`);
    await wait(500);
    assert.ok(newest() > before + 2, `${newest()} after ${before}`);
    t.diagnostic(`${second} bytes in a second, ${bytes} after a pause of four`);
  });

  test("Ctrl-C ends it within a moment, with pages open", async () => {
    const other = await view(join(models, "pendulum.yaml"));
    const socket = connect({ port: other.port, host: "127.0.0.1" });
    socket.on("error", () => {});
    socket.write(`GET /events?token=${other.token} HTTP/1.1\r\nHost: 127.0.0.1:${other.port}\r\n\r\n`);
    await new Promise((resolve) => { socket.once("data", resolve); });
    const start = Date.now();
    assert.equal(await other.stop(), 0);
    assert.ok(Date.now() - start < 3000, `${Date.now() - start} ms`);
    socket.destroy();
  });
});
