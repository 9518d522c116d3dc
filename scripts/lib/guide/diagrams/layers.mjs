import { Graph, layout } from '@dagrejs/dagre';
import { labelWidth, LINE } from './svg.mjs';

/**
 * Lays out a graph in layers: nodes are `{ id, width, height, group? }`, edges `{ from, to, labels }`. Returns the size
 * of the drawing, the centres of the nodes, the groups, and for each edge its points and the centre of its labels.
 */
export function arrange({ nodes, edges, groups = [], direction = 'TB' }) {
  const graph = new Graph({ multigraph: true, compound: groups.length > 0 });
  graph.setGraph({
    rankdir: direction,
    nodesep: 26,
    ranksep: 26,
    edgesep: 18,
    marginx: 8,
    marginy: groups.length > 0 ? 24 : 8,
  });
  for (const { id } of groups) graph.setNode(id, {});
  for (const { id, width, height, group } of nodes) {
    graph.setNode(id, { width, height });
    if (group !== undefined) graph.setParent(id, group);
  }
  edges.forEach(({ from, to, labels }, index) => graph.setEdge(from, to, sizeOf(labels), String(index)));
  layout(graph);
  const { width, height } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ ...node, ...graph.node(node.id) })),
    groups: groups.map((group) => ({ ...group, ...graph.node(group.id) })),
    edges: edges.map((edge, index) => {
      const { points, x, y } = graph.edge(edge.from, edge.to, String(index));
      return { ...edge, points, x, y };
    }),
  };
}

const sizeOf = (labels) =>
  labels.length === 0
    ? { width: 0, height: 0, minlen: 1 }
    : { width: Math.max(...labels.map(labelWidth)) + 10, height: labels.length * LINE + 4, labelpos: 'c', minlen: 1 };
