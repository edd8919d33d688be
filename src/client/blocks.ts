/** Rich text as a list of blocks. */

import type { Json } from './json.ts'

export type Blocks = Block[]

export type Block =
  | { type: 'paragraph' | 'quote'; children: Inline[] }
  | { type: 'heading'; level: 1 | 2 | 3 | 4 | 5 | 6; children: Inline[] }
  | { type: 'code'; language?: string; children: TextNode[] }
  | { type: 'image'; image: { url: string; [key: string]: Json }; children: Inline[] }
  | ListBlock

export interface ListBlock {
  type: 'list'
  format: 'ordered' | 'unordered'
  indentLevel?: number
  children: (ListItem | ListBlock)[]
}

export interface ListItem {
  type: 'list-item'
  children: Inline[]
}

export type Inline = TextNode | LinkNode

export interface LinkNode {
  type: 'link'
  url: string
  rel?: string
  target?: string
  children: TextNode[]
}

export interface TextNode {
  type: 'text'
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strikethrough?: boolean
  code?: boolean
}
