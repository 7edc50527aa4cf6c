import { WebGLRenderer } from "pixi.js";
import { expect, test } from "vitest";
import "./sprites-only.ts";

class Opened extends WebGLRenderer {
  readonly adaptors = this.config.renderPipeAdaptors;
}

test("a renderer builds no programs for shapes and meshes, and still draws batches of sprites", () => {
  const { adaptors } = new Opened();
  const adaptor = (name: string) => adaptors.filter((a) => a.name === name).map((a) => new a.value());
  for (const name of ["graphics", "mesh"]) {
    const [only, ...others] = adaptor(name);
    expect(others).toEqual([]);
    expect(() => only.execute()).toThrow("sprites only");
  }
  expect(adaptor("batch")).toHaveLength(1);
});
