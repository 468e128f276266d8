//! Tells the linker that Node brings the functions of its interface.

fn main() {
    napi_build::setup();
}
