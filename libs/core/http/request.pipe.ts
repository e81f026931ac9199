import { type ArgumentMetadata, Injectable, Optional, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { DomainError, type FieldError, pointerToken } from '#libs/core/errors/domain-error';
import { readQuickly } from '#libs/core/http/compiled-request';
import { withinReason } from '#libs/core/http/most-entries';
import { ReferenceResolver, resolveCodes } from '#libs/core/http/references';
import { reservedKeysOf } from '#libs/core/http/reserved-keys';
import { rowsOf } from '#libs/core/http/rows-field';
import { rememberDecorators } from '#libs/core/http/validation-metadata';

rememberDecorators();

const CODES: Record<string, string> = { isDefined: 'required', whitelistValidation: 'unknown_field' };

const MOST_ERRORS = 100;

/** Turns a body or query into its request class, or refuses it with every faulty field at once. */
@Injectable()
export class RequestPipe implements PipeTransform {
  constructor(@Optional() private readonly references?: ReferenceResolver) {}

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (
      !metatype ||
      type === 'custom' ||
      type === 'param' ||
      [String, Number, Boolean, Object].includes(metatype as never)
    )
      return value;
    const given = value === undefined ? {} : value;
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw invalid('body', [{ pointer: '', code: 'object', detail: 'must be a JSON object' }]);
    const prefix = type === 'query' ? '' : '/';
    const request = readQuickly(metatype as never, given) ?? readWithErrors(metatype as never, given, type, prefix);
    return this.references ? resolveCodes(request, prefix, this.references) : request;
  }
}

/** Reads any request, and finds its errors. @throws DomainError with every faulty field at once */
export function readWithErrors(metatype: new () => object, given: object, type: string, prefix: string): object {
  const rows = rowsOf(metatype, given);
  const others = withinReason(
    metatype,
    Object.fromEntries(Object.entries(given).filter(([field]) => !Object.hasOwn(rows, field))),
  );
  // The conversion to a class would take them for the class of the object.
  const reserved = reservedKeysOf(metatype, others, prefix);
  if (reserved.length > 0) throw invalid(type, reserved);
  const request = plainToInstance(metatype, others, {
    exposeUnsetFields: false,
  });
  Object.assign(request, rows);
  const errors = validateSync(request, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    stopAtFirstError: true,
  });
  if (errors.length > 0)
    throw invalid(
      type,
      errors.flatMap((error) => fieldErrors(error, prefix)),
    );
  return request;
}

function fieldErrors(error: ValidationError, prefix: string): FieldError[] {
  const pointer = prefix + pointerToken(error.property);
  const own = Object.entries(error.constraints ?? {}).map(([name, message]) => ({
    pointer,
    code: CODES[name] ?? name,
    detail: name === 'whitelistValidation' ? 'is not a field of this request' : message,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => fieldErrors(child, `${pointer}/`))];
}

function invalid(type: string, all: FieldError[]): DomainError {
  const errors = all.slice(0, MOST_ERRORS);
  const detail = errors.map(({ pointer, detail: what }) => `${pointer || 'the body'} ${what}`).join('; ');
  if (type === 'query') return new DomainError('invalid_query', detail, {}, errors);
  const unknownOnly = errors.every((error) => error.code === 'unknown_field');
  return new DomainError(unknownOnly ? 'unknown_field' : 'validation_failed', detail, {}, errors);
}
