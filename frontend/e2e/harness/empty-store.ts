import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer, type Server as Listener } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { PYTHON, ROOT } from "./server";

/** What a person's shell has: none of the settings that the checks give their own stores. */
const SHELL = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(PLANFRONT_|DJANGO_|DATABASE_URL|CARD_GATEWAY|STRIPE_)/.test(name),
  ),
);

/** A machine with `./run` and nothing else, where a production store is set up as people do, by commands. */
export class EmptyMachine {
  readonly folder = mkdtempSync(join(tmpdir(), "planfront-first-day-"));
  private store?: ChildProcess;

  private constructor(
    private readonly mail: MailServer,
    readonly port: number,
  ) {
    const script = `#!/bin/sh\nexec "${PYTHON}" -m planfront "$@"\n`;
    writeFileSync(join(this.folder, "run"), script);
    chmodSync(join(this.folder, "run"), 0o755);
    const migrated = process.env.PLANFRONT_MIGRATED_SQLITE;
    mkdirSync(join(this.folder, "var"));
    if (migrated) copyFileSync(migrated, join(this.folder, "var/planfront.sqlite3"));
  }

  static async find(): Promise<EmptyMachine> {
    const port = await freePort();
    return new EmptyMachine(await MailServer.start(), port);
  }

  url(host: string, path = "/"): string {
    return `http://${this.named(host)}:${this.port}${path}`;
  }

  /** What a document says, with the names and places of this machine: hosts that lead here without a proxy. */
  named(text: string): string {
    return text
      .replace(/\b(office|larkspur)\.example\.com\b/g, "$1.localhost")
      .replace("/var/lib/planfront", join(this.folder, "var"))
      .replace(/^SMTP_URL=.*$/m, `SMTP_URL=${this.mail.url}`);
  }

  /** Runs commands of a document; answers what they print. */
  async run(commands: string): Promise<string> {
    const { stdout } = await promisify(execFile)("sh", ["-euc", this.named(commands)], this.shell());
    return stdout;
  }

  async writeSettings(commands: string): Promise<void> {
    await this.run(commands);
    const own = `PLANFRONT_HTTPS=0\nPORT=${this.port}\nWEB_WORKERS=1\n`;
    appendFileSync(join(this.folder, "planfront.env"), own);
  }

  /** Starts the store and answers what it prints until it is ready. */
  async start(commands: string): Promise<string> {
    const store = spawn("sh", ["-euc", commands.replace("./run", "exec ./run")], {
      ...this.shell(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.store = store;
    const lines: string[] = [];
    for await (const line of createInterface(store.stdout)) {
      lines.push(line);
      if (line.startsWith("Ctrl-C stops it")) break;
    }
    store.stdout.resume();
    return lines.join("\n");
  }

  /** The code that was mailed to an address to sign with. */
  async signingCode(address: string): Promise<string> {
    for (let tries = 0; tries < 300; tries++) {
      const code = this.mail.codes.get(address);
      if (code) return code;
      await sleep(200);
    }
    throw new Error(`No code was mailed to ${address}`);
  }

  async stop(): Promise<void> {
    this.mail.stop();
    if (this.store && this.store.exitCode === null) {
      this.store.kill("SIGTERM");
      await Promise.race([once(this.store, "exit"), sleep(20_000)]);
      this.store.kill("SIGKILL");
    }
    rmSync(this.folder, { recursive: true });
  }

  private shell() {
    return { cwd: this.folder, env: { ...SHELL, PYTHONPATH: join(ROOT, "src"), NO_COLOR: "1" } };
  }
}

/** Takes every email. `codes`: the last to sign with, by recipient. */
class MailServer {
  readonly codes = new Map<string, string>();

  private constructor(private readonly listener: Listener) {
    listener.on("connection", (socket) => {
      let recipient = "";
      let inBody = false;
      socket.on("error", () => {});
      socket.write("220 here\r\n");
      createInterface(socket).on("line", (line) => {
        if (inBody) {
          const code = /^\s+([0-9]{6})\s*$/.exec(line)?.[1];
          if (code) this.codes.set(recipient, code);
          if (line !== ".") return;
        }
        inBody = /^DATA$/i.test(line);
        recipient = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? recipient;
        socket.write(inBody ? "354 go on\r\n" : /^QUIT/i.test(line) ? "221 bye\r\n" : "250 ok\r\n");
      });
    });
  }

  static async start(): Promise<MailServer> {
    const listener = createServer().listen(0, "127.0.0.1");
    await once(listener, "listening");
    return new MailServer(listener);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.listener.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.listener.close();
  }
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}
