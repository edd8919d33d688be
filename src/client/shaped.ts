import type { Entry } from './entry.ts'
import type { Format, Model } from './model.ts'
import type { FieldsParam, Given, PopulateParam, StatusParam } from './query.ts'

/** An entry as the parameters of a query shape it. */
export type Shaped<M extends Model, F, P, S extends StatusParam, W extends Format> = Entry<
  M,
  Given<F, FieldsParam<M>, '*'>,
  Given<P, PopulateParam<M>, readonly []>,
  Given<S, StatusParam, 'published'>,
  W
>
