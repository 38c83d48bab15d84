import { HttpError } from '../http/http-error.ts'

export function unknownRun(): HttpError {
  return new HttpError(404, 'There is no such run on this thread.')
}

export function unknownThread(threadId: string): HttpError {
  return new HttpError(404, `There is no thread ${threadId} in this deployment.`)
}
