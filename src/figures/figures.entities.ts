import { Figure } from './roll-up/figure.entity.js';
import { FigureProgress } from './roll-up/figure-progress.entity.js';

export const figuresEntities = [Figure, FigureProgress];
