/**
 * What every object inherits under the name. TypeScript compares it with an optional attribute of this name, such as
 * the `constructor` of a race, where an object does not mention the attribute. It is not sent.
 */
export type Inherited<Name> = Name extends keyof typeof Object.prototype ? (typeof Object.prototype)[Name] : never
