import { deliveryDocument } from '@bunting/contract/openapi'
import { expect, test } from 'vitest'
import { documentChecker } from '../../src/testing/clients/document-checker.ts'

const check = documentChecker(deliveryDocument('http://delivery.test'))
const answer = (headers: Record<string, string>) => () =>
  check('GET', '/v1/bundle', { status: 304, headers: new Headers(headers), body: undefined })

const promised = { 'x-request-id': 'req-1', etag: '"7"' }

test('an answer with the headers that its document promises is as documented', () => {
  expect(answer({ ...promised, date: 'now', 'ratelimit-limit': '10' })).not.toThrow()
})

test('an answer without one of them is not', () => {
  expect(answer({ 'x-request-id': 'req-1' })).toThrow('without ETag')
})

test('nor is one with a header that the document does not have', () => {
  expect(answer({ ...promised, 'x-revision': '7' })).toThrow('with x-revision')
})
