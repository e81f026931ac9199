/** Letters, digits and the characters between them, without those that are allowed but that no address has. */
const ADDRESS =
  /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._+'’&=~-]*@[\p{L}\p{M}\p{N}]+(-+[\p{L}\p{M}\p{N}]+)*(\.[\p{L}\p{M}\p{N}]+(-+[\p{L}\p{M}\p{N}]+)*)*\.[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]{2}$/u;
/** What people write when there is no address. */
const PLACEHOLDER =
  /^(no-?e?-?mail|no\.e?mail|no_e?mail|none|null|nil|n\.a|unknown|no-?reply|nobody|nomail|tests?|email|tb[acd]|x{2,})@|@(none|null|nomail|noemail|unknown)\./iu;

/** Whether an address has a mark of doubt, or means that there is none: zoe@uni.example?, none@none.none. */
export const isDoubtfulEmail = (email: string): boolean => !ADDRESS.test(email) || PLACEHOLDER.test(email);
