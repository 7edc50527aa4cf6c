import { relative } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";

/** The generated halves of the protocol only declare: code that uses one topic does not run the others. */
export const treeshake = { moduleSideEffects: [{ test: /[\\/]src[\\/]protocol[\\/]/, sideEffects: false }] };

/**
 * The modules that an entry and the given lazy screens run, after tree shaking: a build without any wishes about chunks
 * says it exactly, while import statements would count every icon and hook of a library's index.
 */
export async function firstVisit(
  root: string,
  entry: string,
  screens: readonly string[],
): Promise<ReadonlySet<string>> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [react()],
    build: { write: false, minify: false, rolldownOptions: { input: entry, treeshake } },
  });
  const [bundle] = [result].flat() as Rolldown.RolldownOutput[];
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of bundle?.output ?? []) if (file.type === "chunk") chunks.set(file.fileName, file);

  const modules = new Set<string>();
  const seen = new Set<string>();
  const take = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    for (const id of chunk.moduleIds) modules.add(id);
    for (const imported of chunk.imports) take(imported);
  };
  for (const chunk of chunks.values()) {
    const facade = chunk.facadeModuleId && relative(root, chunk.facadeModuleId);
    if (facade === entry || (facade && screens.includes(facade))) take(chunk.fileName);
  }
  if (modules.size === 0) throw new Error(`${entry}: nothing is run`);
  return modules;
}
