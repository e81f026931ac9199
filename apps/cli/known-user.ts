import { NotFound } from '#libs/core/errors/domain-error';

/** Reports to the operator that no user has an email. */
export async function knownUser<T>(email: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NotFound ? new Error(`There is no user with the email ${email}.`) : error;
  }
}
