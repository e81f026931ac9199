export type Kind = 'Corridor' | 'Flat' | 'Room';

/** A location of a tree in memory. */
export interface Node {
  name: string;
  kind: Kind;
  capacity: number;
  active: boolean;
  parent: Node | 'building' | 'site';
}

/** What a tree is made from: `above` chooses among the building, the nodes before it and the site itself. */
export type Seed = Omit<Node, 'name' | 'parent'> & { above: number };

/** A bed that is held or closed for some nights. */
interface Taken {
  node: Node;
  bed: number;
  from: number;
  to: number;
}

/** A tree of locations and who has which bed of it, in the simplest form that can be right. */
export class Tree {
  readonly nodes: Node[] = [];
  private readonly taken: Taken[] = [];

  constructor(seeds: Seed[]) {
    seeds.forEach(({ above, ...seed }, index) => {
      const places = ['building', 'site', ...this.nodes] as const;
      this.nodes.push({ ...seed, name: `N${index}`, parent: places[above % places.length] ?? 'site' });
    });
  }

  /** Whether a booking of it takes others with it. */
  isWhole = (node: Node): boolean =>
    node.kind !== 'Corridor' && this.below(node).some(({ kind }) => kind !== 'Corridor');

  /** The open locations that are places, of a kind or of all. */
  places = (kind?: Kind): Node[] => this.offered(kind).filter((node) => !this.isWhole(node));
  wholes = (kind?: Kind): Node[] => this.offered(kind).filter((node) => this.isWhole(node));

  /** How many beds there are, the closed ones too. */
  beds = (): number =>
    this.nodes
      .filter((node) => node.kind !== 'Corridor' && !this.isWhole(node))
      .reduce((sum, { capacity }) => sum + capacity, 0);

  total = (nodes: Node[]): number => nodes.reduce((sum, node) => sum + (this.isWhole(node) ? 1 : node.capacity), 0);

  /** How many of them are free on all of the days. */
  free(nodes: Node[], days: number[]): number {
    const isFree = ({ node, bed }: { node: Node; bed: number }) => days.every((day) => this.isFree(node, bed, day, day + 1)); // prettier-ignore
    const units = nodes.flatMap((node) => {
      const beds = this.bedsOf(node);
      return this.isWhole(node) ? [beds] : beds.map((bed) => [bed]);
    });
    return units.filter((beds) => beds.every(isFree)).length;
  }

  /** Books a location. Returns whether it could be had. */
  book(node: Node, from: number, to: number): boolean {
    if (!this.isOpen(node) || node.kind === 'Corridor') return false;
    const free = this.bedsOf(node).filter((bed) => this.isFree(bed.node, bed.bed, from, to));
    const beds = this.isWhole(node) ? free : free.slice(0, 1);
    if (beds.length < (this.isWhole(node) ? this.bedsOf(node).length : 1)) return false;
    this.taken.push(...beds.map((bed) => ({ ...bed, from, to })));
    return true;
  }

  /** Closes a location and everything below it. Returns whether nothing was in the way. */
  close(node: Node, from: number, to: number): boolean {
    const beds = [node, ...this.below(node)].flatMap((each) => this.own(each));
    if (!beds.every(({ node: at, bed }) => this.isFree(at, bed, from, to))) return false;
    this.taken.push(...beds.map((bed) => ({ ...bed, from, to })));
    return true;
  }

  private isFree = (node: Node, bed: number, from: number, to: number): boolean =>
    !this.taken.some((each) => each.node === node && each.bed === bed && each.from < to && from < each.to);

  /** The beds that a booking of it chooses from, or all of which it takes. */
  private bedsOf = (node: Node) => (this.isWhole(node) ? [node, ...this.below(node)] : [node]).flatMap((each) => this.own(each)); // prettier-ignore

  private own = (node: Node) =>
    node.kind === 'Corridor' ? [] : Array.from({ length: node.capacity }, (_, index) => ({ node, bed: index + 1 }));

  private offered = (kind?: Kind): Node[] =>
    this.nodes.filter((node) => node.kind !== 'Corridor' && this.isOpen(node) && (!kind || node.kind === kind));

  private isOpen = ({ active, parent }: Node): boolean => active && (typeof parent === 'string' || this.isOpen(parent));

  private below = (node: Node): Node[] =>
    this.nodes.filter(({ parent }) => parent === node).flatMap((each) => [each, ...this.below(each)]);
}
