/** Field names with what is wrong with each, as 422 answers carry them (7.2). */
export type FieldErrors = Record<string, string[]>;

/** An error that the caller is told about, with its status and message (7.1 to 7.3). */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: FieldErrors | undefined;

  constructor(status: number, message: string, fields?: FieldErrors) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** @returns the error for a record that the tenant does not have; `what` is e.g. "Order". */
export function notFound(what: string): ApiError {
  return new ApiError(404, `${what} not found`);
}

/** @returns the error for input that breaks a rule: 422 with the generic message of 7.2. */
export function invalid(fields: FieldErrors): ApiError {
  return new ApiError(422, 'The given data was invalid.', fields);
}

/**
 * @param limit in milliseconds.
 * @returns the error for a request that takes longer (section 8), with the status of 7.1 that fits best.
 */
export function tookTooLong(limit: number): ApiError {
  return new ApiError(500, `The request took longer than ${limit / 1000} seconds`);
}

/** The body of every error answer (7.2). */
export function errorBody(error: ApiError): object {
  return { success: false, error: error.message, ...(error.fields && { errors: error.fields }) };
}
