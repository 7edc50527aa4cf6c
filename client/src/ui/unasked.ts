/**
 * A part of the page that opens without a request: where it cannot be fetched, the page goes on without it, or with
 * what keeps its place.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const nothing = () => null;

export const unasked = <P extends object>(
  load: () => Promise<ComponentType<P> | undefined>,
  instead: ComponentType<P> = nothing,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: (await load().catch(() => undefined)) ?? instead }));
