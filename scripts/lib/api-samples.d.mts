type Node = Readonly<Record<string, any>>;

export function sampleOf(document: Node, reference: Node): unknown;
export function resolved(document: Node, value: Node): Node;
