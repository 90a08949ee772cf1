import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { writeEnglish } from "./scripts/english";
import { shortMessageIds } from "./scripts/message-ids";
import { PAGES } from "./scripts/pages";
import { type Graph, sharedFiles } from "./scripts/shared-files";

const BASE = "/static/app/";
const ENTRY = "src/main.tsx";
/** Runs before the first paint, so it is no module; see webapp/first_view.py of the server. */
const FIRST = "src/first.ts";
const DJANGO = process.env.PLANFRONT_BACKEND ?? "http://127.0.0.1:8000";

/** Stable names: theme.css of each brand points at /static/app/fonts/<name>.woff2, the back office at its script. */
const FILES: Record<string, string> = {
  "fonts/hanken-grotesk.woff2":
    "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
  "fonts/figtree.woff2": "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  "fonts/source-serif-4.woff2": "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.woff2",
  "fonts/bricolage-grotesque.woff2":
    "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2",
  "office/alpine.js": "@alpinejs/csp/dist/cdn.min.js",
};

const SOURCES = fileURLToPath(new URL("./src/", import.meta.url));

writeEnglish(`${SOURCES}locales`);

let shared: Map<string, string> | undefined;

/**
 * What every page needs travels in two files, React's and the store's: a few large ones compress better than thirty
 * small ones. Beside them stands what only some kinds of pages need.
 */
const CHUNKS = [
  {
    name: "core",
    priority: 20,
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack|@lingui)[\\/](?!.*[\\/](mutationObserver|useMutation)\.)|vite[\\/]preload-helper|rolldown[\\/]runtime/,
  },
  {
    priority: 10,
    includeDependenciesRecursively: false,
    test: (id: string) => id.startsWith(SOURCES),
    name: (id: string, graph: Graph) => {
      shared ??= sharedFiles(graph, SOURCES);
      return shared.get(id) ?? null;
    },
  },
];

/** Whether a file that a page needs can still be missing when the page is asked for: these came with the first one. */
const mayBeMissing = (file: string): boolean => !/assets\/(core|kit|main|rolldown-runtime)-/.test(file);

/** What is asked for beside a part: not the part itself, which is on its way at once where no style sheet comes first. */
function besides(part: string, files: string[]): string[] {
  const missing = files.filter(mayBeMissing);
  return missing.some((file) => file.endsWith(".css")) ? missing : missing.filter((file) => file !== part);
}

const sheets = new Map<string, string>();

/** A name, and which style sheet it is of. The server's first views use them, too (webapp/templates/webapp/first). */
function className(name: string, file: string): string {
  const path = file.replace(/\?.*/, "");
  const sheet = basename(path, ".module.css");
  if ((sheets.get(sheet) ?? path) !== path)
    throw new Error(`Two style sheets have one name: ${path}, ${sheets.get(sheet)}`);
  sheets.set(sheet, path);
  return `${name}-${sheet}`;
}

const packaged = (source: string) =>
  readFileSync(fileURLToPath(new URL(`./node_modules/${source}`, import.meta.url)));

/** Files that are served as their packages have them. */
function packagedFiles(): Plugin {
  return {
    name: "planfront:packaged-files",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = (request.url ?? "").split("?")[0]?.replace(BASE, "") ?? "";
        const source = FILES[name];
        if (!source) return next();
        response.setHeader("Content-Type", name.endsWith(".js") ? "text/javascript" : "font/woff2");
        response.end(packaged(source));
      });
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(FILES))
        this.emitFile({ type: "asset", fileName, source: packaged(source) });
    },
  };
}

const CSS_IMPORT = /^import (\w+) from (["'][^"']+\.module\.css["']);?$/gm;

/**
 * Class names are written into the scripts where they stand, without the map of all of a style sheet's names that its
 * default export is. A file that asks for a name by a variable keeps the map.
 */
function classNamesInPlace(): Plugin[] {
  return [
    {
      name: "planfront:class-names-in-place",
      apply: "build",
      enforce: "post",
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/ },
        handler: (code) => ({
          code: code.replace(CSS_IMPORT, (line, name: string, path: string) =>
            new RegExp(`(?<![\\w$.])${name}(?![\\w$.:]|\\.\\w)`).test(code.replaceAll(line, ""))
              ? line
              : `import * as ${name} from ${path};`,
          ),
          map: null,
        }),
      },
    },
    {
      name: "planfront:keep-style-sheets",
      apply: "build",
      enforce: "post",
      transform: {
        filter: { id: /\.module\.css$/ },
        // Its names stand elsewhere now; the sheet itself is still needed.
        handler: (code) => ({ code, map: null, moduleSideEffects: "no-treeshake" }),
      },
    },
  ];
}

/** No module, so that it runs where it stands: what it declares is kept from the page's other scripts. */
function firstScript(): Plugin {
  return {
    name: "planfront:first-script",
    apply: "build",
    renderChunk: (code, chunk) =>
      chunk.facadeModuleId?.endsWith(FIRST) ? { code: `(() => {${code}})();`, map: null } : null,
  };
}

/** Which files a page begins with: the server names them in it, so that they are asked for at once. */
function pageList(): Plugin {
  return {
    name: "planfront:page-list",
    generateBundle(_options, bundle) {
      const fileOf = new Map<string, string>();
      for (const file of Object.values(bundle))
        if (file.type === "chunk") for (const id of file.moduleIds) fileOf.set(id, file.fileName);
      const filesOf = (modules: string[]) => modules.map((name) => fileOf.get(`${SOURCES}${name}.tsx`));
      const pages = Object.entries(PAGES).map(([page, { modules, texts, oneOf = [] }]) => [
        page,
        {
          files: filesOf(modules),
          texts,
          one_of: oneOf.map((name) => [name.split("/").at(-1), ...filesOf([name])]),
        },
      ]);
      const source = JSON.stringify(Object.fromEntries(pages));
      this.emitFile({ type: "asset", fileName: "pages.json", source });
    },
  };
}

/** The server sends `name.br` or `name.gz` in the place of a file to whoever can read it. */
function compressed(): Plugin {
  const packers = { br: promisify(brotliCompress), gz: promisify(gzip) };
  return {
    name: "planfront:compressed",
    async writeBundle({ dir = "" }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name));
      for (const name of texts) {
        const text = readFileSync(join(dir, name));
        for (const [suffix, pack] of Object.entries(packers))
          await writeFile(join(dir, `${name}.${suffix}`), await pack(text));
      }
    },
  };
}

/** What Vite would put into a page of its own; its transform would also move Django's addresses below BASE. */
const HOT_RELOAD = `<script type="module">
import { injectIntoGlobalHook } from "${BASE}@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
</script><script type="module" src="${BASE}@vite/client"></script>`;

/**
 * In development Django still writes the index page (brand, bootstrap data, theme.css); this swaps the built
 * bundle in it for Vite's modules and drops the strict content security policy, which forbids the inline preamble.
 */
function djangoIndex(): Plugin {
  return {
    name: "planfront:django-index",
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const url = request.url ?? "/";
        const wantsPage = request.method === "GET" && request.headers.accept?.includes("text/html");
        if (!wantsPage || /^\/(static|api|admin|backoffice|media)\b/.test(url)) return next();
        try {
          const page = await fetch(new URL(url, DJANGO), {
            headers: { accept: "text/html", "x-forwarded-host": request.headers.host ?? "localhost" },
          });
          const built = /<(script|link)\b[^>]*\/static\/app\/assets\/[^>]*>(<\/script>)?/g;
          const html = (await page.text())
            .replace(built, "")
            .replace('<div class="first">', "<div hidden>")
            .replace("</head>", `${HOT_RELOAD}<script type="module" src="${BASE}${ENTRY}"></script></head>`);
          response.statusCode = page.status;
          response.setHeader("Content-Type", "text/html; charset=utf-8");
          response.end(html);
        } catch (error) {
          next(error);
        }
      });
    },
  };
}

export default defineConfig({
  base: BASE,
  appType: "custom",
  plugins: [
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    classNamesInPlace(),
    shortMessageIds(`${SOURCES}locales/en/`),
    firstScript(),
    packagedFiles(),
    pageList(),
    compressed(),
    djangoIndex(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  css: { modules: { localsConvention: "camelCaseOnly", generateScopedName: className } },
  build: {
    outDir: "../src/planfront/webapp/dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    cssTarget: ["chrome111", "firefox113", "safari16.4"], // oklch as it is written, without a copy for older ones
    modulePreload: { polyfill: false, resolveDependencies: besides },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: [ENTRY, FIRST],
      optimization: { inlineConst: { mode: "all", pass: 2 } },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: {
    port: Number(process.env.PLANFRONT_VITE_PORT ?? 8200),
    strictPort: true,
    proxy: {
      "^/(?!static/app/|@)": { target: DJANGO, changeOrigin: false },
    },
  },
});
