import { commentOpenings } from './comment-openings.mjs';

export default { meta: { name: 'countersign' }, rules: { 'comment-openings': commentOpenings } };
