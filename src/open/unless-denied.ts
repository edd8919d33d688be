import { ApiError } from '../errors/api-error.ts'

/** The result of a read, or null if the database user may not read it. Nothing that is served may depend on it. */
export async function unlessDenied<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.code === 'DATABASE_DENIED') return null
    throw error
  }
}
