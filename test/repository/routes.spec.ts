import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { PERMISSIONS } from '#libs/accounts/access/permissions';
import { ruleOf, TRANSITION_TYPES } from '#libs/bookings/booking-status';
import { ACCESS_RULE, type AccessRule } from '#libs/core/http/access';
import { Lodge } from '../support/lodge.js';

const PUBLIC = [
  'HealthController.live',
  'HealthController.ready',
  'HealthController.startup',
  'PagesController.booking',
  'PagesController.invitations',
  'PagesController.home',
  'PagesController.resetPassword',
  'ProblemsController.explain',
  'ProblemsController.list',
  'PublishedCalendarsController.read',
  'SessionsController.logIn',
  'SessionsController.logOut',
  'SessionsController.refresh',
  'PasswordResetsController.request',
  'PasswordResetsController.reset',
];

const sources = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts')).map((file) => join(folder, file));

describe('routes', () => {
  let lodge: Lodge;
  let rules: Map<string, AccessRule | undefined>;
  beforeAll(async () => {
    lodge = await Lodge.start();
    const { app } = lodge.instance;
    const reflector = app.get(Reflector);
    const scanner = new MetadataScanner();
    const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
    rules = new Map(
      controllers.flatMap(({ metatype }) => {
        const prototype = metatype?.prototype as Record<string, () => unknown>;
        const handlers = scanner
          .getAllMethodNames(prototype)
          .filter((name) => Reflect.hasMetadata(PATH_METADATA, prototype[name] as object));
        return handlers.map(
          (name) =>
            [
              `${metatype?.name}.${name}`,
              reflector.get<AccessRule | undefined>(ACCESS_RULE, prototype[name] as () => unknown),
            ] as const,
        );
      }),
    );
  });
  afterAll(() => lodge.stop());

  test('every route says who may call it', () => {
    expect(rules.size).toBeGreaterThan(20);
    expect([...rules].filter(([, rule]) => rule === undefined)).toEqual([]);
  });

  test('exactly these routes need no session', () => {
    const open = [...rules].filter(([, rule]) => rule?.kind === 'public').map(([name]) => name);
    expect(open.sort()).toEqual([...PUBLIC].sort());
  });

  test('every permission that a route asks for is in the table, and each of the table is asked for somewhere', async () => {
    const asked = new Set([...rules.values()].flatMap((rule) => (rule?.kind === 'site' ? [rule.permission] : [])));
    expect([...asked].filter((permission) => !(permission in PERMISSIONS))).toEqual([]);
    for (const type of TRANSITION_TYPES) asked.add(ruleOf(type).permission);
    for (const file of await sources('libs')) {
      const text = await readFile(file, 'utf8');
      for (const [, permission = ''] of text.matchAll(/\.may\('([a-z_.]+)'\)/g)) asked.add(permission);
    }
    expect(Object.keys(PERMISSIONS).filter((permission) => !asked.has(permission))).toEqual([]);
  });

  test('every route but the public ones is refused without a session', async () => {
    const { body: document } = await lodge.call('GET', '/openapi.json');
    const guarded = Object.entries(
      document.paths as Record<string, Record<string, { 'x-permission': string }>>,
    ).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        operation['x-permission'] === 'public' ? [] : [[method.toUpperCase(), path] as const],
      ),
    );
    expect(guarded.length).toBeGreaterThan(15);
    for (const [method, path] of guarded) {
      const url = path.replace(/\{\w+\}/g, '01999999-9999-7999-9999-999999999999');
      const answer = await lodge.call(method, url, method === 'GET' || method === 'DELETE' ? undefined : {});
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 401, 'unauthenticated']);
    }
  });
});
