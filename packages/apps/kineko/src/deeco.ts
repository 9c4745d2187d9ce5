/** What authors of classes for DEECo scenarios import. */
export * from '@kineko/deeco';
