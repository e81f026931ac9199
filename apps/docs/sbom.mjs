// Prints the bill of materials of what runs, as CycloneDX. `npm sbom --omit dev` leaves out every package that development needs as well.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const ALL = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const bom = JSON.parse(execFileSync('npm', ALL, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 }));
const { name } = JSON.parse(readFileSync('package.json', 'utf8'));

const isForDevelopment = ({ properties = [] }) =>
  properties.some((each) => each.name === 'cdx:npm:package:development');
const left = new Set(bom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
const stays = (ref) => !left.has(ref);

// npm takes the name of the folder for that of the program.
bom.metadata.component.name = name;
bom.components = bom.components.filter((component) => stays(component['bom-ref']));
bom.dependencies = bom.dependencies
  .filter(({ ref }) => stays(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(stays) }));
console.log(JSON.stringify(bom, null, 2));
