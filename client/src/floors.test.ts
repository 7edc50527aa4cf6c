import { expect, test } from "vitest";

/** Who may import whom; what is missing here is banned. Each floor sees itself and the listed ones. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  fairness: ["pins.json"], // pure: it must run without the site; the pins are the build's
  i18n: [],
  net: ["protocol"],
  ui: ["i18n"], // drawn from what it is given: no calls, no player
  stage: ["i18n", "protocol"],
  "routes/paths": [],
  state: ["net", "protocol", "i18n", "ui", "routes/paths", "fairness"],
  features: ["state", "stage", "net", "ui", "i18n", "fairness", "protocol", "routes/paths"],
  "test-kit": ["state", "i18n"],
  app: ["features", "state", "stage", "net", "ui", "i18n", "fairness", "protocol", "routes/paths"],
};

const sources = import.meta.glob<string>(
  ["./**/*.{ts,tsx}", "!./**/*.test.{ts,tsx}", "!./main.tsx", "!./start.ts", "!./**/*.d.ts"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

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

test("features never import features: routes compose them", () => {
  const wrong = imports().filter(({ from, to }) => {
    const feature = featureOf(from);
    return feature !== undefined && featureOf(to) !== undefined && featureOf(to) !== feature;
  });
  expect(wrong).toEqual([]);
});

test("the reader sees the imports of every floor that has some", () => {
  const floors = new Set(imports().map(({ from }) => floorOf(from)));
  for (const floor of ["app", "features", "state", "stage", "net", "ui", "fairness", "protocol"]) {
    expect(floors).toContain(floor);
  }
});
