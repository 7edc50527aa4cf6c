/**
 * Sprites are all that scenes draw. Pixi nevertheless builds a program for shapes and one for meshes with every WebGL
 * renderer, each text under a number of its own, and its table of texts never drops one: 8 KB kept for every stage
 * that was ever mounted. Adaptors that draw nothing take their places: what is removed and added goes by the name, and
 * the first one under a name stays, so that it does not matter whether Pixi's own are loaded already or come with the
 * first renderer.
 */
import { ExtensionType, extensions } from "pixi.js";

class NothingToDraw {
  init(): void {}
  contextChange(): void {}
  destroy(): void {}

  execute(): void {
    throw new Error("stage: scenes draw sprites only (sprites-only.ts)");
  }
}

class NoShapes extends NothingToDraw {
  static readonly extension = { type: ExtensionType.WebGLPipesAdaptor, name: "graphics" } as const;
}

class NoMeshes extends NothingToDraw {
  static readonly extension = { type: ExtensionType.WebGLPipesAdaptor, name: "mesh" } as const;
}

extensions.remove(NoShapes, NoMeshes).add(NoShapes, NoMeshes);
