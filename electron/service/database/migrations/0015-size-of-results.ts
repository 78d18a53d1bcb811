/** How many bytes a result has before it is compressed; null for those that are there already. */
export const sizeOfResults = 'ALTER TABLE result ADD COLUMN bytes INTEGER;';
