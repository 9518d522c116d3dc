import { Figure, FigureProgress } from './roll-up/figure.entity.js';

export const figuresEntities = [Figure, FigureProgress];
