/** A picture made of a person's initials, as a data URL: a profile always has one. */
export function defaultPhoto(firstName: string, lastName: string, id: string): string {
  const initials = [firstName, lastName].map((name) => [...name][0]?.toUpperCase() ?? '').join('');
  const hue = parseInt(id.slice(-4), 16) % 360;
  const letters = initials.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 45% 40%)"/><text x="32" y="41" font-family="sans-serif" font-size="26" fill="#fff" text-anchor="middle">${letters}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
