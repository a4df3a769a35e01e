package rivet.bench.server;

/** Counts in memory. */
final class MemoryStore implements Store {

    @Override
    public Cell create(String type, String key) {
        return new Memory();
    }

    @Override
    public void close() {
        // nothing is held
    }

    private static final class Memory implements Cell {

        // all guarded by this
        private long count;
        private long rows;
        private long generation = 1;
        private boolean asleep;

        @Override
        public synchronized long add(long n) {
            if (asleep) {
                asleep = false;
                generation++;
            }
            count += n;
            return count;
        }

        @Override
        public synchronized void insert(byte[] value) {
            rows++;
        }

        @Override
        public synchronized long rows() {
            return rows;
        }

        @Override
        public synchronized void sleep() {
            asleep = true;
        }

        @Override
        public synchronized long generation() {
            return generation;
        }
    }
}
