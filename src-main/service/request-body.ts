import { ProblemError } from '@shared/problem-error';
import type { ServiceRequest } from '@shared/service/operations';

/** Services of this kind take no larger body (service-api, *Seen on a real service*). */
const maxBodyBytes = 1024 * 1024;

/** A request's body as it is sent. @throws ProblemError `bodyTooLarge` */
export function sendableBody(request: ServiceRequest): Buffer {
  const body = Buffer.from(request.body, 'utf8');
  if (body.byteLength <= maxBodyBytes) return body;
  const { byteLength: bytes } = body;
  throw new ProblemError({ code: 'bodyTooLarge', bytes, hasCustomCss: hasCustomCss(request.body) });
}

/** Whether a body is a theme's that could be made shorter by its custom CSS. */
function hasCustomCss(requestBody: string): boolean {
  const body = JSON.parse(requestBody) as { theme?: { customCss?: unknown } };
  return typeof body.theme?.customCss === 'string' && body.theme.customCss.trim() !== '';
}
