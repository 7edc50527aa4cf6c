import { expect, test } from "vitest";
import architecture from "../../ARCHITECTURE.md?raw";

const LEAVES = ["routes/kinds", "routes/paths", "routes/crumbs", "routes/screen"];

/** Who may import whom; what is missing here is banned. Each floor sees itself and the listed ones. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  fairness: ["pins.json"], // pure: it must run without the site; the pins are the build's
  i18n: [],
  net: ["protocol"],
  ui: ["i18n", "routes/paths"], // drawn from what it is given: no calls, no player
  stage: ["i18n", "protocol"],
  "routes/kinds": ["i18n", "protocol"],
  "routes/paths": ["routes/kinds"], // leaves of the folder, for code that links, shows the address or may fail to load
  "routes/crumbs": ["i18n", "routes/kinds"],
  "routes/screen": ["i18n"],
  state: ["net", "protocol", "i18n", "ui", "routes/kinds", "routes/paths", "fairness"],
  features: ["state", "stage", "net", "ui", "i18n", "fairness", "protocol", "routes/paths", "routes/kinds"],
  "test-kit": ["state", "net", "i18n", "testdata"],
  "test-setup": ["net", "test-stores"],
  app: ["features", "state", "stage", "net", "ui", "i18n", "fairness", "protocol", ...LEAVES],
  routes: ["app", "features", "state", "net", "ui", "i18n", ...LEAVES],
};

const sources = import.meta.glob<string>(
  ["./**/*.{ts,tsx}", "!./**/*.test.{ts,tsx}", "!./main.tsx", "!./start.ts", "!./**/*.d.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

const IMPORT = /(?:(?:from|import)\s*\(?|import\.meta\.glob[^(]*\(\s*\[?)\s*"(\.[^"]+)"/g;

function resolve(from: string, to: string): string {
  const path = from.split("/").slice(0, -1);
  for (const part of to.split("/")) {
    if (part === "..") path.pop();
    else if (part !== ".") path.push(part);
  }
  return path.join("/");
}

/** The longest name of a floor that stands in front of the path; what is on none is named by its folder. */
const floorOf = (path: string): string => {
  const [, folder = "", file = ""] = path.replace(/\.tsx?$/, "").split("/");
  return `${folder}/${file}` in FLOORS ? `${folder}/${file}` : folder;
};
const featureOf = (path: string) => (floorOf(path) === "features" ? path.split("/")[2] : undefined);

function imports(): { from: string; to: string }[] {
  return Object.entries(sources).flatMap(([from, text]) =>
    [...text.matchAll(IMPORT)].map(([, to = ""]) => ({ from, to: resolve(from, to) })),
  );
}

test("imports only go downward", () => {
  const wrong = imports().filter(({ from, to }) => {
    const floor = floorOf(from);
    return floorOf(to) !== floor && !FLOORS[floor]?.includes(floorOf(to));
  });
  expect(wrong).toEqual([]);
});

/** Arrows "a → b → c" of a text, each as its two ends. */
function arrows(text: string): (readonly [string, string])[] {
  return [...text.matchAll(/[a-z0-9/]+(?: → [a-z0-9/]+)+/g)].flatMap(([chain]) => {
    const names = chain.split(" → ");
    return names.slice(1).map((to, i) => [names[i] ?? "", to] as const);
  });
}

/** What the arrows lead to from a floor, at once or through others. */
function below(floor: string, drawn: readonly (readonly [string, string])[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (from: string) => {
    for (const [, to] of drawn.filter(([start]) => start === from)) {
      if (!seen.has(to)) {
        seen.add(to);
        visit(to);
      }
    }
  };
  visit(floor);
  return seen;
}

/** Where a drawing of the floors differs from them: an arrow that may not be, and a way that it does not show. */
function misdrawn(drawing: string): string[] {
  const drawn = arrows(drawing);
  const real = Object.keys(FLOORS).filter((floor) => !floor.startsWith("test-"));
  return [
    ...drawn.filter(([from, to]) => !FLOORS[from]?.includes(to)).map(([from, to]) => `no import: ${from} → ${to}`),
    ...real.flatMap((from) => {
      const shown = below(from, drawn);
      return (FLOORS[from] ?? [])
        .filter((to) => to in FLOORS && !shown.has(to))
        .map((to) => `not drawn: ${from} → ${to}`);
    }),
  ];
}

test("ARCHITECTURE.md draws the client's floors as they are", () => {
  const row = /^\| `client\/` F4 \|.*$/m.exec(architecture)?.[0] ?? "";
  expect(misdrawn(row)).toEqual([]);
  expect(misdrawn(`${row} net → ui`)).toEqual(["no import: net → ui"]);
  expect(misdrawn(row.replace("; features → stage → protocol", ""))).toContain("not drawn: features → stage");
});

test("components stand in ui or a feature, not in state", () => {
  expect(Object.keys(sources).filter((path) => floorOf(path) === "state" && path.endsWith(".tsx"))).toEqual([]);
});

const BY_HAND = /\blocation\.search\b|\bhistory\.(push|replace)State\b/;

test("query parameters and the history are React Router's", () => {
  expect(BY_HAND.test("new URLSearchParams(location.search)") && BY_HAND.test('history.pushState(null, "")')).toBe(
    true,
  );
  const found = Object.entries(sources).filter(([file, text]) => !file.includes(".test.") && BY_HAND.test(text));
  expect(found.map(([file]) => file)).toEqual([]);
});

test("features never import features: routes compose them", () => {
  const wrong = imports().filter(({ from, to }) => {
    const feature = featureOf(from);
    return feature !== undefined && featureOf(to) !== undefined && featureOf(to) !== feature;
  });
  expect(wrong).toEqual([]);
});

/** Files of which each imports the next, now or later, and the last one the first; undefined where there are none. */
function circle(edges: readonly { readonly from: string; readonly to: string }[]): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): readonly string[] | undefined => {
    const at = way.indexOf(file);
    if (at >= 0) return way.slice(at);
    if (done.has(file)) return undefined;
    for (const to of next.get(file) ?? []) {
      const found = visit(to, [...way, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of next.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return undefined;
}

test("no import leads back to where it began, neither at once nor by what is loaded later", () => {
  expect(circle(imports())).toBeUndefined();
});

test("a circle is found, and named", () => {
  const edges = ["a b", "b c", "c d", "d b", "a d"].map((edge) => edge.split(" "));
  expect(circle(edges.map(([from = "", to = ""]) => ({ from, to })))).toEqual(["b", "c", "d"]);
  expect(
    circle([
      { from: "./a.ts", to: "./b.ts" },
      { from: "./c.ts", to: "./b.ts" },
    ]),
  ).toBeUndefined();
});

test("the reader sees the imports of every floor that has some", () => {
  const floors = new Set(imports().map(({ from }) => floorOf(from)));
  for (const floor of ["app", "features", "state", "stage", "net", "ui", "fairness", "protocol"]) {
    expect(floors).toContain(floor);
  }
});
