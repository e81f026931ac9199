import { Injectable, Param, type PipeTransform } from '@nestjs/common';
import { v7 } from 'uuid';
import { NotFound } from '#libs/core/errors/domain-error';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new id: UUIDv7, so that newer rows sort after older ones. */
export const newId = (): string => v7();

export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** An id as it is stored: one that comes in may be written in capitals. */
export const asStored = <T>(value: T): T => (isId(value) ? (value.toLowerCase() as T & string) : value);

@Injectable()
class IdPipe implements PipeTransform {
  transform(value: string): string {
    if (!isId(value)) throw new NotFound();
    return asStored(value);
  }
}

/** An id in the path; a malformed one returns 404, like an unknown one. */
export const IdParam = (name: string): ParameterDecorator => Param(name, IdPipe);
