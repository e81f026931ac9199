/** The stages of a Dockerfile, as far as Lodge's own uses the language. @throws Error at an instruction it does not know */
export function readDockerfile(text) {
  const lines = text.replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '').split('\n').filter(Boolean); // prettier-ignore
  const stages = [];
  for (const line of lines) {
    const [, instruction, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const words = rest?.split(' ') ?? [];
    const stage = stages.at(-1);
    if (instruction === 'FROM')
      stages.push({ base: words[0], name: words[2], folder: '/', environment: {}, steps: [] });
    else if (instruction === 'WORKDIR') stage.folder = rest;
    else if (['RUN', 'COPY'].includes(instruction))
      stage.steps.push({ instruction, words, text: rest, folder: stage.folder });
    else if (instruction === 'ENV')
      for (const word of words) stage.environment[word.split('=')[0]] = word.split('=')[1];
    else if (instruction === 'USER') stage.user = rest;
    else if (instruction === 'EXPOSE') stage.ports = words;
    else if (instruction === 'ENTRYPOINT' || instruction === 'CMD') stage[instruction.toLowerCase()] = JSON.parse(rest);
    else throw new Error(`the instruction is not known: ${line}`);
  }
  return stages;
}
