! SPDX-License-Identifier: GPL-3.0-or-later
! shallow.f90: the shallow-water equations on a doubly periodic plane.
!
! Usage: shallow [POINTS-X [POINTS-Y [STEPS]]]
!
! Sadourny's potential-enstrophy conserving scheme on a staggered grid with
! leapfrog steps and time smoothing, as in R. Sadourny, "The Dynamics of
! Finite-Difference Models of the Shallow-Water Equations", J. Atmos. Sci. 32
! (1975), 680-689.  Fourteen arrays pass through three stencil routines in
! every step: a large grid runs from memory, one of 8 x 8 from the L1 cache.
! Prints checksums, the same for every run of one binary.

module swe
  implicit none
  integer, parameter :: dp = kind (1d0)
  real (dp), parameter :: pi = 3.14159265358979323846_dp

  ! Distances in metres, the time step in seconds, the smoothing factor.
  real (dp), parameter :: dx = 1e5_dp, dy = 1e5_dp
  real (dp), parameter :: dt = 90.0_dp, alpha = 0.001_dp

contains

  ! Fluxes, vorticity and height from the state U, V, P.
  subroutine calc1 (m, n, u, v, p, cu, cv, z, h)
    integer, intent (in) :: m, n
    real (dp), dimension (m + 1, n + 1), intent (in) :: u, v, p
    real (dp), dimension (m + 1, n + 1), intent (inout) :: cu, cv, z, h
    real (dp) :: fsdx, fsdy
    integer :: i, j

    fsdx = 4.0_dp / dx
    fsdy = 4.0_dp / dy
    do j = 1, n   ! hot: calc1
       do i = 1, m
          cu(i + 1, j) = 0.5_dp * (p(i + 1, j) + p(i, j)) * u(i + 1, j)
          cv(i, j + 1) = 0.5_dp * (p(i, j + 1) + p(i, j)) * v(i, j + 1)
          z(i + 1, j + 1) &
               = (fsdx * (v(i + 1, j + 1) - v(i, j + 1)) &
                  - fsdy * (u(i + 1, j + 1) - u(i + 1, j))) &
                 / (p(i, j) + p(i + 1, j) + p(i + 1, j + 1) + p(i, j + 1))
          h(i, j) = p(i, j) &
               + 0.25_dp * (u(i + 1, j) ** 2 + u(i, j) ** 2 &
                            + v(i, j + 1) ** 2 + v(i, j) ** 2)
       end do
    end do

    ! Periodic continuation: each staggered position has its own seam.
    do j = 1, n
       cu(1, j) = cu(m + 1, j)
       cv(m + 1, j + 1) = cv(1, j + 1)
       z(1, j + 1) = z(m + 1, j + 1)
       h(m + 1, j) = h(1, j)
    end do
    cu(:, n + 1) = cu(:, 1)
    cv(:, 1) = cv(:, n + 1)
    z(:, 1) = z(:, n + 1)
    h(:, n + 1) = h(:, 1)
  end subroutine calc1

  ! The next state UNEW, VNEW, PNEW, STEP seconds after UOLD, VOLD, POLD.
  subroutine calc2 (m, n, step, cu, cv, z, h, uold, vold, pold, &
                    unew, vnew, pnew)
    integer, intent (in) :: m, n
    real (dp), intent (in) :: step
    real (dp), dimension (m + 1, n + 1), intent (in) :: cu, cv, z, h
    real (dp), dimension (m + 1, n + 1), intent (in) :: uold, vold, pold
    real (dp), dimension (m + 1, n + 1), intent (inout) :: unew, vnew, pnew
    real (dp) :: s8, sx, sy
    integer :: i, j

    s8 = step / 8.0_dp
    sx = step / dx
    sy = step / dy
    do j = 1, n   ! hot: calc2
       do i = 1, m
          unew(i + 1, j) = uold(i + 1, j) &
               + s8 * (z(i + 1, j + 1) + z(i + 1, j)) &
                    * (cv(i + 1, j + 1) + cv(i, j + 1) &
                       + cv(i, j) + cv(i + 1, j)) &
               - sx * (h(i + 1, j) - h(i, j))
          vnew(i, j + 1) = vold(i, j + 1) &
               - s8 * (z(i + 1, j + 1) + z(i, j + 1)) &
                    * (cu(i + 1, j + 1) + cu(i, j + 1) &
                       + cu(i, j) + cu(i + 1, j)) &
               - sy * (h(i, j + 1) - h(i, j))
          pnew(i, j) = pold(i, j) &
               - sx * (cu(i + 1, j) - cu(i, j)) &
               - sy * (cv(i, j + 1) - cv(i, j))
       end do
    end do

    do j = 1, n
       unew(1, j) = unew(m + 1, j)
       vnew(m + 1, j + 1) = vnew(1, j + 1)
       pnew(m + 1, j) = pnew(1, j)
    end do
    unew(:, n + 1) = unew(:, 1)
    vnew(:, 1) = vnew(:, n + 1)
    pnew(:, n + 1) = pnew(:, 1)
  end subroutine calc2

  ! Time smoothing, and one step on: new becomes current, smoothed old.
  subroutine calc3 (m, n, u, v, p, uold, vold, pold, unew, vnew, pnew)
    integer, intent (in) :: m, n
    real (dp), dimension (m + 1, n + 1), intent (inout) :: u, v, p
    real (dp), dimension (m + 1, n + 1), intent (inout) :: uold, vold, pold
    real (dp), dimension (m + 1, n + 1), intent (in) :: unew, vnew, pnew
    integer :: i, j

    do j = 1, n + 1   ! hot: calc3
       do i = 1, m + 1
          uold(i, j) = u(i, j) &
               + alpha * (unew(i, j) - 2.0_dp * u(i, j) + uold(i, j))
          vold(i, j) = v(i, j) &
               + alpha * (vnew(i, j) - 2.0_dp * v(i, j) + vold(i, j))
          pold(i, j) = p(i, j) &
               + alpha * (pnew(i, j) - 2.0_dp * p(i, j) + pold(i, j))
          u(i, j) = unew(i, j)
          v(i, j) = vnew(i, j)
          p(i, j) = pnew(i, j)
       end do
    end do
  end subroutine calc3

  ! A smooth start: velocities from the stream function PSI.
  subroutine start (m, n, u, v, p, psi)
    integer, intent (in) :: m, n
    real (dp), dimension (m + 1, n + 1), intent (out) :: u, v, p, psi
    real (dp) :: a, di, dj, pcf
    integer :: i, j

    a = 1e6_dp
    di = 2.0_dp * pi / m
    dj = 2.0_dp * pi / n
    pcf = pi * pi * a * a / (n * dx) ** 2
    do j = 1, n + 1
       do i = 1, m + 1
          psi(i, j) = a * sin ((i - 0.5_dp) * di) * sin ((j - 0.5_dp) * dj)
          p(i, j) = 50000.0_dp + pcf * (cos (2.0_dp * (i - 1) * di) &
                                        + cos (2.0_dp * (j - 1) * dj))
       end do
    end do
    do j = 1, n
       do i = 1, m
          u(i + 1, j) = -(psi(i + 1, j + 1) - psi(i + 1, j)) / dy
          v(i, j + 1) = (psi(i + 1, j + 1) - psi(i, j + 1)) / dx
       end do
    end do
    u(1, :) = u(m + 1, :)
    v(m + 1, :) = v(1, :)
    u(:, n + 1) = u(:, 1)
    v(:, 1) = v(:, n + 1)
  end subroutine start

end module swe

program shallow
  use swe
  implicit none
  real (dp), dimension (:, :), allocatable :: u, v, p, uold, vold, pold
  real (dp), dimension (:, :), allocatable :: unew, vnew, pnew, cu, cv, z, h
  integer :: m, n, steps, k
  real (dp) :: mass

  m = argument (1, 1024)
  n = argument (2, m)
  steps = argument (3, 100)
  allocate (u(m + 1, n + 1), v(m + 1, n + 1), p(m + 1, n + 1), &
       uold(m + 1, n + 1), vold(m + 1, n + 1), pold(m + 1, n + 1), &
       unew(m + 1, n + 1), vnew(m + 1, n + 1), pnew(m + 1, n + 1), &
       cu(m + 1, n + 1), cv(m + 1, n + 1), z(m + 1, n + 1), h(m + 1, n + 1))

  u = 0
  v = 0
  unew = 0
  vnew = 0
  pnew = 0
  call start (m, n, u, v, p, h)
  uold = u
  vold = v
  pold = p
  mass = sum (p(1:m, 1:n))

  ! The first step goes from the start itself, the others leap over one.
  do k = 1, steps
     call calc1 (m, n, u, v, p, cu, cv, z, h)
     call calc2 (m, n, merge (dt, 2 * dt, k == 1), cu, cv, z, h, &
                 uold, vold, pold, unew, vnew, pnew)
     call calc3 (m, n, u, v, p, uold, vold, pold, unew, vnew, pnew)
  end do

  print '(a, i0, a, i0, a, i0, a)', 'shallow: ', m, ' x ', n, ' points, ', &
       steps, ' steps'
  print '(a, es24.16)', 'sum of |u|  ', sum (abs (u(1:m, 1:n)))
  print '(a, es24.16)', 'sum of |v|  ', sum (abs (v(1:m, 1:n)))
  print '(a, es24.16)', 'sum of p    ', sum (p(1:m, 1:n))
  if (abs (sum (p(1:m, 1:n)) - mass) > 1e-9_dp * mass) then
     print '(a)', 'mass is not conserved'
     stop 1
  end if
  print '(a)', 'mass is conserved'

contains

  ! Command line argument NUMBER as a positive integer, or DEFAULT.
  integer function argument (number, default)
    integer, intent (in) :: number, default
    character (len = 32) :: text
    integer :: status

    argument = default
    call get_command_argument (number, text)
    if (text == '') return
    read (text, *, iostat = status) argument
    if (status /= 0 .or. argument < 1) then
       print '(2a)', 'shallow: not a positive number: ', trim (text)
       stop 2
    end if
  end function argument
end program shallow
