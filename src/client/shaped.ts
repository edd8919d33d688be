import type { Entry } from './entry.ts'
import type { Format, Model } from './model.ts'
import type { Given } from './options.ts'
import type { StatusParam } from './query.ts'

/** An entry as the parameters of a query select it. */
export type Shaped<M extends Model, F, P, S extends StatusParam, W extends Format> = Entry<
  M,
  Given<F, '*'>,
  Given<P, readonly []>,
  Given<S, 'published'>,
  W
>
