// Starts `cuttle view` and talks to it. Machines may be slow: every wait has an end.
//   CUTTLE_BINARY: the program; CUTTLE_MODELS: folder of the models
import { spawn } from "node:child_process";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { after, test as nodeTest } from "node:test";
import { fileURLToPath } from "node:url";

const project = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const binary = process.env.CUTTLE_BINARY ?? join(project, "build/release/bin/cuttle");
export const models = process.env.CUTTLE_MODELS ?? join(project, "models");

export const patience = 20_000; // [ms] for one thing to happen
export const limit = { timeout: 60_000 }; // [ms] for a test
export const test = (name, body) => nodeTest(name, limit, body);
export const sleep = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

// a test that failed may leave programs behind
const running = new Set();
after(() => {
  for (const child of running) child.kill("SIGKILL");
});

/// The program with one model; `url` is the line that it prints.
export async function view(file, ...options) {
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
export function raw(port, text, host = "127.0.0.1") {
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
export function listen({ port, token }) {
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

export const ask = ({ port }, path, headers = [], method = "GET", body = "") => {
  const named = headers.some((line) => /^host:/i.test(line));
  const given = named ? headers : [`Host: 127.0.0.1:${port}`, ...headers];
  const ends = ["Connection: close", `Content-Length: ${body.length}`];
  return raw(port, [`${method} ${path} HTTP/1.1`, ...given, ...ends, "", body].join("\r\n"));
};
export const post = (live, body) => ask(live, `/command?token=${live.token}`, [], "POST", body);
export const status = (answer) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
