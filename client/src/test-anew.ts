/**
 * Each file of the project begins with modules of its own (vitest.config.ts): what another has put in a module's place
 * would still stand there. The worker, its document and the packages stay, which is what takes the time.
 */
import { vi } from "vitest";

vi.resetModules();
