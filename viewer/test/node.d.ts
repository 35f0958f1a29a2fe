// The little of node that the tests use: its whole types would be a dependency more.
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  const assert: {
    equal(found: unknown, wanted: unknown): void;
    deepEqual(found: unknown, wanted: unknown): void;
    ok(condition: unknown, message?: string): void;
    throws(action: () => void, message: RegExp): void;
  };
  export default assert;
}
