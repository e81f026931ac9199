const NEEDED = [20, 19];

/** Ends the process with one sentence when Node is too old for Lodge. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  console.error(
    `Lodge needs Node ${NEEDED.join('.')} or later; this is Node ${version}. Get one at https://nodejs.org.`,
  );
  process.exit(1);
}
