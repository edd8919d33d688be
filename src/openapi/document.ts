/** The parts of an OpenAPI 3.1 description that are used here, as plain values. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [key: string]: Json
}

/** https://json-schema.org/draft/2020-12: any object is one. */
export type JsonSchema = JsonObject

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly description: string
  readonly required?: true
  readonly style?: 'form' | 'deepObject'
  readonly explode?: boolean
  readonly schema: JsonSchema | Reference
  readonly example?: Json
}

export interface MediaType {
  readonly schema: JsonSchema | Reference
  readonly example?: Json
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: Json }>>
}

type Content = Readonly<Record<string, MediaType>>

export interface Response {
  readonly description: string
  readonly content?: Content
}

export interface RequestBody {
  readonly required: boolean
  readonly description?: string
  readonly content: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export type Method = 'get' | 'post' | 'put' | 'delete'

export type PathItem = Readonly<Partial<Record<Method, Operation>>>

export type Paths = Readonly<Record<string, PathItem>>

export interface Tag {
  readonly name: string
  readonly description: string
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly externalDocs?: { readonly url: string; readonly description: string }
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly Tag[]
  readonly paths: Paths
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, Response>>
    readonly securitySchemes: Readonly<Record<string, JsonObject>>
  }
}
