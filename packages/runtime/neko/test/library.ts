/** What the test kits of this package use of it: as built, since that is how the soaks run. */
export * from '@kineko/neko';
