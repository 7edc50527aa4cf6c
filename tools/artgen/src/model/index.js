// All item models by id. A model is ({seed}) => {rot, sc, ky?, parts}: rotation in degrees, scale, thickness factor.
import * as blades from './blades.js';
import * as gems from './gems.js';
import * as gloves from './gloves.js';
import * as guns from './guns.js';
import * as knives from './knives.js';
import * as masks from './masks.js';
import * as relics from './relics.js';

export const MODELS = { ...knives, ...blades, ...guns, ...gloves, ...masks, ...relics, ...gems };
