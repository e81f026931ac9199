import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.js';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** nginx with the configuration of deploy/nginx, its addresses and its certificate changed to those of this machine. */
export class Nginx {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly url: string,
  ) {}

  static async start(apis: string[], s3 = 'http://127.0.0.1:1'): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'lodge-nginx-'));
    const port = await freePort();
    await writeFile(join(folder, 'nginx.conf'), await configuration(apis, s3, port, folder));
    await mkdir(join(folder, 'logs'));
    const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (let waited = 0; !(await listens(port)); waited += 50) {
      if (waited > 40_000 || child.exitCode !== null) throw new Error('nginx did not start');
      await sleep(50);
    }
    return new Nginx(child, folder, `http://127.0.0.1:${port}`);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGQUIT');
    await ended;
    await rm(this.folder, { recursive: true });
  }
}

// The name that Docker resolves to every api becomes a group of their addresses; TLS ends elsewhere. All else stands.
async function configuration(apis: string[], s3: string, port: number, folder: string): Promise<string> {
  const text = await readFile('deploy/nginx/nginx.conf', 'utf8');
  const servers = apis.map((url) => `server ${new URL(url).host} max_fails=0;`).join(' ');
  const changes: [RegExp, string][] = [
    [/worker_processes auto;/, `worker_processes 1; pid ${folder}/pid;`],
    [/resolver .*;/, `upstream apis { ${servers} }`],
    [/ server \{\s+listen 80;[^}]*\}/, ''],
    [/listen 443 ssl;/, `listen 127.0.0.1:${port};`],
    [/(http2|(proxy_)?ssl_\w+) .*;\n/g, '\n'],
    [/http:\/\/api:3000/, 'http://apis'],
    [/https:\/\/s3:8333/, s3],
    [/access_log \/dev\/stdout json;/, 'access_log off;'],
    [/error_log \/dev\/stderr/, `error_log ${folder}/error.log`],
  ];
  return changes.reduce((changed, [from, to]) => {
    if (!changed.match(from)) throw new Error(`deploy/nginx/nginx.conf has no ${from.source}`);
    return changed.replace(from, to);
  }, text);
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });
