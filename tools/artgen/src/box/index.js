// Box shapes by name: ({emblem, trim}) => {rot, sc, parts}.
import { crate } from './crate.js';
import { capsule, chest, gift, vault } from './front.js';

export const SHAPES = { crate, capsule, chest, gift, vault };
