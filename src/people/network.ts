import { isIPv6 } from 'node:net'

/** The network that one client's addresses share: a customer has a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.toLowerCase().split('::')
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')]
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  return [...front, ...between, ...back].slice(0, 4).join(':')
}

const groupsOf = (text: string): readonly string[] => (text === '' ? [] : text.split(':'))
