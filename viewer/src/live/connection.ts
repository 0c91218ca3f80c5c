// The line to the program: commands go out one at a time, news come in as events.
import type { Command, LiveEvents, LiveFrame, LiveScene } from "../format/shared";

export interface LiveNews {
  model(generation: number): void;
  error(text: string): void;
  status(text: string): void;
  frame(frame: LiveFrame): void;
  connected(on: boolean): void;
}

/// Two commands with the same key: the later one makes the earlier one pointless.
function keyOf(command: Command): string {
  if ("name" in command) return `input ${command.name}`;
  if ("body" in command) return `joint ${command.body}`;
  return command.command;
}

export class LiveConnection {
  private readonly waiting = new Map<string, Command>();
  private sending = false;

  constructor(
    private readonly token: string,
    private readonly complain: (text: string) => void,
  ) {}

  /// Null if the program does not answer.
  async scene(): Promise<LiveScene | null> {
    try {
      const response = await fetch(this.url("scene"));
      return response.ok ? ((await response.json()) as LiveScene) : null;
    } catch {
      return null;
    }
  }

  /// While one command is on its way, only the last of each kind waits.
  send(command: Command): void {
    this.waiting.set(keyOf(command), command);
    if (!this.sending) void this.sendWaiting();
  }

  listen(news: LiveNews): void {
    const events = new EventSource(this.url("events"));
    // a broken line is an event "error", too, but without a message
    const on = <Name extends keyof LiveEvents>(
      name: Name,
      take: (message: LiveEvents[Name]) => void,
    ): void =>
      events.addEventListener(name, (event) => {
        if (event instanceof MessageEvent)
          take(JSON.parse(event.data as string) as LiveEvents[Name]);
      });
    on("model", ({ generation }) => news.model(generation));
    on("error", ({ text }) => news.error(text));
    on("status", ({ text }) => news.status(text));
    on("frame", (frame) => news.frame(frame));
    events.onopen = () => news.connected(true);
    // the browser tries again by itself
    events.onerror = (event) => {
      if (!(event instanceof MessageEvent)) news.connected(false);
    };
  }

  private url(route: string): string {
    return `/${route}?token=${encodeURIComponent(this.token)}`;
  }

  private async sendWaiting(): Promise<void> {
    this.sending = true;
    for (let next = this.take(); next; next = this.take()) {
      try {
        const body = JSON.stringify(next);
        const response = await fetch(this.url("command"), { method: "POST", body });
        this.complain(response.ok ? "" : await response.text());
      } catch {
        // the event stream tells that the program is gone
      }
    }
    this.sending = false;
  }

  private take(): Command | null {
    for (const [key, command] of this.waiting) {
      this.waiting.delete(key);
      return command;
    }
    return null;
  }
}
