import type { FastifyReply, FastifyRequest } from 'fastify';

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

/** The body of every error answer (7.2). */
export function errorBody(error: ApiError): object {
  return { success: false, error: error.message, ...(error.fields && { errors: error.fields }) };
}

/** Answers with the API's error form; what the caller is not to know is only told on the console. */
export function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = asApiError(error);
  if (known) return reply.code(known.status).send(errorBody(known));
  console.error(error);
  return reply.code(500).send(errorBody(new ApiError(500, 'Server error')));
}

/** Fastify's own refusals (an address with a broken escape, a wrong content type) are invalid input to this API. */
function asApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'FST_ERR_BAD_URL')
    return invalid({ path: ['The path must be valid percent-encoded UTF-8'] });
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return invalid({ body: ['The body must be sent as application/json'] });
  }
  return undefined;
}

/** Answers a request that matches no endpoint, which includes a wrong method. */
export function answerNoEndpoint(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send(errorBody(notFound('Endpoint')));
}
