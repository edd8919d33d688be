import { ApiError } from '../errors/api-error.ts'

/** What is read, or null where the user of the database may not read it: nothing that is served depends on it. */
export async function unlessDenied<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.code === 'DATABASE_DENIED') return null
    throw error
  }
}
