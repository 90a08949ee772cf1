import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { get } from "node:http";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = resolve(fileURLToPath(import.meta.url), "../../../..");
export const PYTHON = join(ROOT, ".venv/bin/python");
const environment = (root: string) => ({ ...process.env, PYTHONPATH: join(root, "src"), NO_COLOR: "1" });
const START_SECONDS = 600;
/** The supervisor waits up to 5 s before it starts a server again, and the start itself takes its time on a busy machine. */
const RESTART_SECONDS = 300;
/** A web server that dies this often at the start won't come up. */
const TRIES = 3;

export type Database = "sqlite" | "postgres";
export type ChildName = "web" | "worker" | "ticker";

export const HOSTS = {
  planfront: "localhost",
  juniper: "juniper.localhost",
  brightsmile: "brightsmile.localhost",
  copperline: "copperline.localhost",
} as const;
export type BrandKey = keyof typeof HOSTS;

/** A whole store of its own: fresh demo world, web server, worker and ticker on a free port. */
export class Server {
  /** Lines that were printed at the start: addresses, sign-ins, the resume code. */
  readonly announcement: string[] = [];

  private constructor(
    private readonly process: ChildProcess,
    readonly port: number,
    readonly dataFolder: string,
    private readonly databaseUrl: string,
  ) {}

  /** `root`: the folder of the sources that it runs; `settings`: variables of its own. */
  static async start(
    database: Database,
    root = ROOT,
    settings: Record<string, string> = {},
  ): Promise<Server> {
    const child = spawn(PYTHON, ["-m", "tools", "trial", database], {
      cwd: root,
      env: { ...environment(root), ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const seen: string[] = [];
    child.stderr.on("data", (data: Buffer) => seen.push(data.toString()));
    return await new Promise((done, fail) => {
      let server: Server | undefined;
      let deaths = 0;
      let ready = false;
      const timer = setTimeout(() => giveUp(notStarted("in time", seen)), START_SECONDS * 1000);
      const giveUp = (reason: Error) => {
        child.kill("SIGTERM");
        fail(reason);
      };
      child.once("exit", (status) => fail(notStarted(`(exit status ${status})`, seen)));
      createInterface(child.stdout).on("line", (line) => {
        seen.push(line);
        if (!server) {
          const facts = JSON.parse(line) as { port: number; var: string; database: string };
          server = new Server(child, facts.port, facts.var, facts.database);
        }
        server.announcement.push(line);
        if (!ready && /^web .*starting it again/.test(line) && ++deaths === TRIES)
          giveUp(notStarted("", seen));
        if (line.startsWith("Ctrl-C stops it")) {
          ready = true;
          clearTimeout(timer);
          done(server);
        }
      });
    });
  }

  /** The address of a path on a brand's host. */
  url(brand: BrandKey = "planfront", path = "/"): string {
    return `http://${HOSTS[brand]}:${this.port}${path}`;
  }

  /** `./run manage …` on this store's database and data folder; answers what it prints. */
  async manage(...command: string[]): Promise<string> {
    return await this.run("manage", ...command);
  }

  /** `./run clock …`: moves the store's business day on, such as "+45d"; answers what it prints. */
  async moveClock(to: string): Promise<string> {
    return await this.run("clock", to);
  }

  private async run(...command: string[]): Promise<string> {
    const env = { ...environment(ROOT), PLANFRONT_VAR: this.dataFolder, DATABASE_URL: this.databaseUrl };
    const { stdout } = await promisify(execFile)(PYTHON, ["-m", "planfront", ...command], { cwd: ROOT, env });
    return stdout;
  }

  /** Ends one process of the store the hard way (kill -9), and waits until the supervisor has replaced it. */
  async kill(name: ChildName): Promise<void> {
    const before = this.pid(name);
    process.kill(-before, "SIGKILL"); // its whole process group: the server and what it started
    await until(() => this.pid(name) !== before);
    if (name === "web") await until(() => this.answers());
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill("SIGTERM");
    await Promise.race([once(this.process, "exit"), sleep(20_000)]);
    this.process.kill("SIGKILL");
  }

  private pid(name: ChildName): number {
    const text = readFileSync(join(this.dataFolder, "run/planfront.json"), "utf8");
    try {
      return (JSON.parse(text) as { children: Record<ChildName, number> }).children[name];
    } catch {
      return this.pid(name); // read while it was being written
    }
  }

  private answers(): Promise<boolean> {
    return new Promise((done) => {
      const request = get(`http://127.0.0.1:${this.port}/healthz`, (response) => {
        response.resume();
        done(response.statusCode === 200);
      });
      request.on("error", () => done(false));
    });
  }
}

function notStarted(how: string, output: string[]): Error {
  return new Error(`The server did not start ${how}:\n${output.slice(-40).join("\n")}`);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + RESTART_SECONDS * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The server did not come back within ${RESTART_SECONDS} s`);
    await sleep(100);
  }
}
