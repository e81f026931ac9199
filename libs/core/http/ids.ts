import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { v7 } from 'uuid';
import { NotFound } from '#libs/core/errors/domain-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new id: UUIDv7, so that newer rows sort behind older ones. */
export const newId = (): string => v7();

/** Ids as they are stored: those that come in may be written in capitals. */
export const lowerCased = (ids: readonly string[] = []): string[] => ids.map((id) => id.toLowerCase());

export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

@Injectable()
class IdPipe implements PipeTransform {
  transform(value: string): string {
    if (!isId(value)) throw new NotFound();
    return value.toLowerCase();
  }
}

/** An id in the path; a malformed one is answered like an unknown one, 404. */
export const IdParam = (name: string): ParameterDecorator => Param(name, IdPipe);
