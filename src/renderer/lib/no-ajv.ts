/**
 * Stands in for `@rjsf/validator-ajv8`, which `@rjsf/core`'s index imports: AJV compiles schemas with `new Function`
 * and our Content-Security-Policy has no `unsafe-eval`. Nothing may call it.
 */
const absent = (): never => {
  throw new Error('AJV is not part of Gatehouse.');
};

export const customizeValidator = absent;
export const createPrecompiledValidator = absent;
export default {};
