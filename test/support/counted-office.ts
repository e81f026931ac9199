import { expect } from '@jest/globals';
import type { Answer, Client } from './lodge.js';

type Call = { [Method in 'get' | 'post' | 'patch' | 'put']: (url: string, body?: unknown) => Promise<Answer> };

/** A housing office that works over HTTP only: each task says how many calls it takes, and takes exactly so many. */
export class CountedOffice {
  /** How many calls each task took. */
  readonly calls: Record<string, number> = {};

  async task<T>(name: string, client: Client, calls: number, work: (call: Call) => Promise<T>): Promise<T> {
    let made = 0;
    const counted = async (answer: Promise<Answer>): Promise<Answer> => {
      made++;
      const { status, text, body } = await answer;
      // A bulk request is answered with 200 also when its rows fail.
      if (status !== 200 || body?.summary?.failed > 0) throw new Error(`${name}: ${status} ${text}`);
      return answer;
    };
    const result = await work({
      get: (url) => counted(client.get(url)),
      post: (url, body) => counted(client.post(url, body)),
      patch: (url, body) => counted(client.patch(url, body)),
      put: (url, body) => counted(client.put(url, body)),
    });
    this.calls[name] = made;
    expect([name, made]).toEqual([name, calls]);
    return result;
  }
}
