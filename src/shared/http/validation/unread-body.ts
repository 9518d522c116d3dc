/** Stands in `request.body` for a body that is there and is not JSON: only a route that reads it itself can take it. */
export class UnreadBody {}
